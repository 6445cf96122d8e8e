"""Documents and their chunks; every offset refers to the document's stored text."""

from bisect import bisect_right
from typing import Literal

from pydantic import Field

from workbench.domain.base import Value


class Heading(Value):
    """A heading of a document: its level (from 1), text and offset."""

    level: int
    text: str
    start: int


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
    content_hash: str

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
    kind: Literal["prose", "table", "list"] = "prose"
    metadata: dict[str, str] = Field(default_factory=dict)
