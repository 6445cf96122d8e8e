"""Write what other formats hold as Markdown: plain lines, list items, tables."""

import re
from collections.abc import Sequence

_MARKUP = re.compile(r"^(\s*)([#>|]|[-+*](?=\s)|\d+(?=[.)]\s))")
"""The mark that would open a Markdown block: ``# include``, ``> 5``, ``- x``, ``2) x``."""
_ITEM = re.compile(r"\s*(?P<mark>[•▪◦‣·–—*-]|\d{1,3}[.)])\s+(?=\S)")
"""The mark of a list item in a printed text: ``• Glass``, ``3) Glass``."""
_SPACE = re.compile(r"\s+")
_BAR = re.compile(r"(?<!\\)\|")
"""A cell border, but not an escaped bar inside a cell."""


def literal_line(line: str) -> str:
    """Escape what would make a line of plain text a heading, a list, a quotation or a table row."""
    found = _MARKUP.match(line)
    return line if found is None else f"{found[1]}\\{line[found.end(1) :]}"


def printed_item(line: str) -> str | None:
    """Return a line that begins with the mark of a list as a Markdown item; None for another."""
    found = _ITEM.match(line)
    if found is None:
        return None
    mark = found["mark"] if found["mark"][0].isdigit() else "-"
    return f"{mark} {line[found.end() :]}"


def heading(level: int, words: str) -> str:
    """Return a heading of a level from 1; those below 6 are 6, the lowest that Markdown has."""
    return f"{'#' * min(level, 6)} {words}"


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return a table; the first row is the header.

    Only the header is padded to the longest row. Markdown completes short rows itself, and padding
    them would let one row of 2,000 cells multiply the text of all the others.
    """
    if not rows:
        return ""
    width = max(map(len, rows))
    header = [*rows[0], *[""] * (width - len(rows[0]))]
    return "\n".join([_row(header), _rule(width), *map(_row, rows[1:])])


def table_rule(header: str) -> str:
    """Return the rule that goes below a header row."""
    return _rule(max(1, len(_BAR.findall(header)) - 1))


def _rule(width: int) -> str:
    return "|" + " --- |" * width


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(_SPACE.sub(" ", cell).replace("|", "\\|") for cell in cells) + " |"
