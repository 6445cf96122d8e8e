"""Build the parsed document of a format that is stored as Markdown: HTML, Word, PDF, tables."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, time
from typing import TYPE_CHECKING

from workbench.domain.documents import Heading, RowRun, TableRegion
from workbench.ingest.body import parse_body
from workbench.ingest.parsers.base import Parsed, UnreadableError
from workbench.text import Block
from workbench.text.plain_text import plain_text
from workbench.text.write_markdown import literal_line, table

if TYPE_CHECKING:
    from workbench.ingest.parsers.sheet_layout import MergedCells

LONGEST_TEXT = 20_000_000
"""Characters of Markdown that a file may become."""


def from_markdown(
    text: str,
    metadata: Mapping[str, str] | None = None,
    pages: tuple[int, ...] = (),
    tables: tuple[TableRegion, ...] = (),
) -> Parsed:
    """Return a document of Markdown text; its headings are those of the Markdown.

    Raises:
        UnreadableError: the text is longer than 20 million characters.
    """
    _check_length(text)
    return Parsed(text, 0, headings_of(text, 0), metadata or {}, pages, tables)


def cell_text(value: object) -> str:
    """Return a cell as text: ``12`` for 12.0, ISO dates, no time for a midnight."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def from_table(rows: Mapping[int, Sequence[str]]) -> Parsed:
    """Return a document of one table, which is not searched for headings: it has none.

    Args:
        rows: by their number in the file, in order; the first is the header.

    Raises:
        UnreadableError: the text is longer than 20 million characters.
    """
    text = table([*rows.values()]) + "\n"
    _check_length(text)
    return Parsed(text, tables=(table_at(0, text, [*rows]),) if rows else ())


def from_sheet(rows: Mapping[int, Sequence[str]]) -> Parsed:
    """Return a document of one table with the titles above it and the notes below.

    Args:
        rows: those with content by their number in the file, in order.

    Raises:
        UnreadableError: the text is longer than 20 million characters.
    """
    text, region = sheet_text(rows)
    _check_length(text)
    return Parsed(f"{text}\n", tables=(region,) if region is not None else ())


def sheet_text(
    rows: Mapping[int, Sequence[str]],
    name: str = "",
    start: int = 0,
    merged: "Sequence[MergedCells]" = (),
) -> tuple[str, TableRegion | None]:
    """Return a sheet as Markdown, and where its table stands in a text that it is added to.

    Args:
        rows: those with content by their number in the file, in order.
        name: of the sheet.
        start: the offset of its first character.
        merged: the cells that are merged.
    """
    from workbench.ingest.parsers.sheet_layout import sheet_layout

    layout = sheet_layout(rows, merged)
    own = table([*layout.rows.values()])
    titles, notes = (
        [literal_line(line) for line in lines if line] for lines in (layout.titles, layout.notes)
    )
    before = "".join(f"{line}\n\n" for line in titles)
    text = "\n\n".join([before + own, *notes])
    if not layout.rows:
        return text, None
    region = table_at(start + len(before), own, layout.rows, name)
    return text, region.model_copy(update={"titles": layout.titles})


def table_at(start: int, text: str, numbers: Iterable[int], name: str = "") -> TableRegion:
    """Return where a table stands, with the numbers that its rows have in the file."""
    runs: list[RowRun] = []
    for line, number in enumerate(numbers):
        if not runs or number - runs[-1].number != line - runs[-1].line:
            runs.append(RowRun(line=line, number=number))
    end = start + len(text.rstrip("\n"))
    return TableRegion(name=name, start=start, end=end, runs=tuple(runs))


def _check_length(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise UnreadableError(f"its text is longer than {LONGEST_TEXT:,} characters")


def headings_of(
    text: str, start: int, is_heading: Callable[[Block], bool] = bool
) -> tuple[Heading, ...]:
    """Return the headings of a text from an offset on, those for which ``is_heading`` is true."""
    return tuple(
        Heading(level=block.level, text=title, start=block.line_start)
        for block in parse_body(text, start).headings
        if (title := plain_text(block)) and is_heading(block)
    )


def joined(parts: Iterable[str]) -> tuple[str, tuple[int, ...]]:
    """Join pages or sections by an empty line; returns the text and the offset of each part."""
    text, starts = "", []
    for part in parts:
        text += "\n\n" if text else ""
        starts.append(len(text))
        text += part.strip("\n")
    return text + "\n", tuple(starts)
