"""Build the parsed document of a format that is stored as Markdown: HTML, Word, PDF, tables."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from workbench.domain.documents import DocumentTable, Heading, RowRun
from workbench.ingest.body import parse_body
from workbench.ingest.parsers.base import Parsed, UnreadableError
from workbench.text import Block
from workbench.text.plain_text import plain_text
from workbench.text.write_markdown import table

LONGEST_TEXT = 20_000_000
"""Characters of Markdown that a file may become."""


def from_markdown(
    text: str,
    metadata: Mapping[str, str] | None = None,
    pages: tuple[int, ...] = (),
    tables: tuple[DocumentTable, ...] = (),
) -> Parsed:
    """Return a document of Markdown text; its headings are those of the Markdown.

    Raises:
        UnreadableError: the text is longer than 20 million characters.
    """
    _check_length(text)
    return Parsed(text, 0, headings_of(text, 0), metadata or {}, pages, tables)


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


def table_at(start: int, text: str, numbers: Iterable[int], name: str = "") -> DocumentTable:
    """Return where a table stands, with the numbers that its rows have in the file."""
    runs: list[RowRun] = []
    for line, number in enumerate(numbers):
        if not runs or number - runs[-1].number != line - runs[-1].line:
            runs.append(RowRun(line=line, number=number))
    end = start + len(text.rstrip("\n"))
    return DocumentTable(name=name, start=start, end=end, runs=tuple(runs))


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
