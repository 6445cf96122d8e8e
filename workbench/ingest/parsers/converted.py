"""Build the parsed document of a format that is stored as Markdown: HTML, Word, PDF, tables."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from workbench.domain.documents import Heading
from workbench.ingest.body import parse_body
from workbench.ingest.parsers.base import Parsed, UnreadableError
from workbench.text import Block
from workbench.text.write_markdown import table

LONGEST_TEXT = 20_000_000
"""Characters of Markdown that a file may become."""


def from_markdown(
    text: str, metadata: Mapping[str, str] | None = None, pages: tuple[int, ...] = ()
) -> Parsed:
    """Return a document of Markdown text; its headings are those of the Markdown.

    Raises:
        UnreadableError: the text is longer than 20 million characters.
    """
    _check_length(text)
    return Parsed(text, 0, headings_of(text, 0), metadata or {}, pages)


def from_table(rows: Sequence[Sequence[str]]) -> Parsed:
    """Return a document of one table, which is not searched for headings: it has none.

    Raises:
        UnreadableError: the text is longer than 20 million characters.
    """
    text = table(rows) + "\n"
    _check_length(text)
    return Parsed(text)


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
        if (title := block.text.strip()) and is_heading(block)
    )


def joined(parts: Iterable[str]) -> tuple[str, tuple[int, ...]]:
    """Join pages or sections by an empty line; returns the text and the offset of each part."""
    text, starts = "", []
    for part in parts:
        text += "\n\n" if text else ""
        starts.append(len(text))
        text += part.strip("\n")
    return text + "\n", tuple(starts)
