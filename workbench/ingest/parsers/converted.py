"""Build the parsed document of a format that is stored as Markdown: HTML, Word, PDF, tables."""

import re
from collections.abc import Iterable, Mapping, Sequence

from workbench.domain.documents import Heading
from workbench.ingest.body import parse_body
from workbench.ingest.parsers.base import Parsed

_MARKUP = re.compile(r"^(\s*)([#>|]|[-+*](?=\s)|(?:\d+)(?=[.)]\s))", re.MULTILINE)
"""The mark that opens a Markdown block at the start of a line: ``# include``, ``> 5``, ``- x``."""
_SPACE = re.compile(r"\s+")


def from_markdown(
    text: str, metadata: Mapping[str, str] | None = None, pages: tuple[int, ...] = ()
) -> Parsed:
    """Return a document of Markdown text; its headings are those of the Markdown."""
    return Parsed(text, 0, headings_of(text, 0), metadata or {}, pages)


def headings_of(text: str, start: int) -> tuple[Heading, ...]:
    """Return the headings with ``#`` of a text from an offset on."""
    return tuple(
        Heading(level=block.level, text=title, start=block.line_start)
        for block in parse_body(text, start).headings
        if (title := block.text.strip())
    )


def joined(parts: Iterable[str]) -> tuple[str, tuple[int, ...]]:
    """Join pages or sections by an empty line; returns the text and the offset of each part."""
    text, starts = "", []
    for part in parts:
        text += "\n\n" if text else ""
        starts.append(len(text))
        text += part.strip("\n")
    return text + "\n", tuple(starts)


def literal(line: str) -> str:
    """Escape what would make a line of plain text a Markdown heading, list, quotation or row."""
    found = _MARKUP.match(line)
    return line if found is None else f"{found[1]}\\{line[len(found[1]) :]}"


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table; the first row is the header. Short rows are filled up."""
    width = max(map(len, rows), default=0)
    lines = [_row(row, width) for row in rows]
    return "\n".join([*lines[:1], "|" + " --- |" * width, *lines[1:]]) if lines else ""


def _row(cells: Sequence[str], width: int) -> str:
    filled = [*cells, *[""] * (width - len(cells))]
    return "| " + " | ".join(_SPACE.sub(" ", cell).replace("|", "\\|") for cell in filled) + " |"
