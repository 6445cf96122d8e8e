"""Write what other formats hold as Markdown: plain lines, list items, tables."""

import re
from collections.abc import Sequence

_MARKUP = re.compile(r"^(\s*)([#>|]|[-+*](?=\s)|\d+(?=[.)]\s))")
"""The mark that would open a Markdown block: ``# include``, ``> 5``, ``- x``, ``2) x``."""
_ITEM = re.compile(r"\s*(?P<mark>[•▪◦‣·–—*-]|\d{1,3}[.)])\s+(?=\S)")
"""The mark of a list item in a printed text: ``• Glass``, ``3) Glass``."""
_SPACE = re.compile(r"\s+")


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
    """Return a table; the first row is the header. Short rows are filled up."""
    width = max(map(len, rows), default=0)
    lines = [_row(row, width) for row in rows]
    return "\n".join([*lines[:1], "|" + " --- |" * width, *lines[1:]]) if lines else ""


def _row(cells: Sequence[str], width: int) -> str:
    filled = [*cells, *[""] * (width - len(cells))]
    return "| " + " | ".join(_SPACE.sub(" ", cell).replace("|", "\\|") for cell in filled) + " |"
