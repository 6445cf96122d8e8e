"""Documents and their chunks; every offset refers to the document's stored text."""

from bisect import bisect_right
from pathlib import PurePosixPath
from typing import Literal, TypeAlias

from pydantic import Field

from workbench.domain.base import Value


class Heading(Value):
    """A heading of a document: its level (from 1), text and offset."""

    level: int
    text: str
    start: int


class RowRun(Value):
    """Consecutive rows of a file: the line of the table that holds row ``number``.

    The lines after it hold the rows that follow, up to the next run. Line 0 is the header; the
    rule below it does not count.
    """

    line: int
    number: int


class TableRegion(Value):
    """Where a table stands that is queried as data: a file of rows, or a sheet of a workbook."""

    name: str = ""
    """The sheet; empty for a file that is one table."""
    titles: tuple[str, ...] = ()
    """The lines above it in the sheet."""
    start: int
    end: int
    """Offsets of its first and after its last line in the text."""
    runs: tuple[RowRun, ...]


class Document(Value):
    """A parsed source. For a text file ``text`` is the whole file, front matter included."""

    id: str
    """Path inside the workspace's ``documents/`` folder, with forward slashes."""
    title: str
    metadata: dict[str, str] = Field(default_factory=dict)
    text: str
    body_start: int = 0
    """Where the content begins, after any front matter."""
    headings: tuple[Heading, ...] = ()
    pages: tuple[int, ...] = ()
    """Offsets at which pages begin, where the format has pages."""
    tables: tuple[TableRegion, ...] = ()
    content_hash: str
    chrome: int = 0
    """Characters of navigation, banners and other page chrome that its text leaves out."""

    def heading_path(self, offset: int) -> tuple[str, ...]:
        """Return the headings above an offset, outermost first."""
        above: list[Heading] = []
        for heading in self.headings:
            if heading.start > offset:
                break
            above = [outer for outer in above if outer.level < heading.level] + [heading]
        return tuple(heading.text for heading in above)

    def page(self, offset: int) -> int | None:
        """Return the number of the page at an offset, from 1; None if the format has no pages."""
        return max(1, bisect_right(self.pages, offset)) if self.pages else None


ChunkKind: TypeAlias = Literal["prose", "table", "list", "faq"]
"""What a chunk consists of; ``faq`` is a question with its answer."""


class Chunk(Value):
    """An indexed unit: ``text`` equals the document's text[start:end]."""

    id: str
    document_id: str
    title: str
    text: str
    start: int
    end: int
    heading_path: tuple[str, ...] = ()
    page: int | None = None
    kind: ChunkKind = "prose"
    metadata: dict[str, str] = Field(default_factory=dict)


FileState: TypeAlias = Literal["indexed", "duplicate", "unread"]


class SourceFile(Value):
    """A file of the documents folder as lists show it, whether it could be read or not."""

    path: str
    """The id of its document."""
    title: str = ""
    """The document's title; empty for a file that was not read."""
    size: int | None = None
    """Bytes; None for a file that was refused by its name or kind."""
    language: str = ""
    """As the document's metadata state it."""
    pages: int | None = None
    """None for formats without pages."""
    passages: int = 0
    """Chunks of its text; those of a duplicate are in the index once, with the first document."""
    duplicate_of: str = ""
    """Path of the first document with the same text."""
    reason: str = ""
    """Why it was not read."""
    left_out: tuple[str, ...] = ()
    """Its tables that cannot be queried, each with the reason."""

    @property
    def kind(self) -> str:
        """The suffix in lower case without the dot, such as ``pdf``; empty without a suffix."""
        return PurePosixPath(self.path).suffix.lower().removeprefix(".")

    @property
    def state(self) -> FileState:
        """What became of the file."""
        if self.reason:
            return "unread"
        return "duplicate" if self.duplicate_of else "indexed"
