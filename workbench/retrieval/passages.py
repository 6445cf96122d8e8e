"""What retrieval needs to know of the indexed documents: their passages, text and metadata."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from workbench.domain.documents import Chunk, Document


@dataclass(frozen=True)
class IndexedChunk:
    """A chunk and the words it is found by.

    ``context`` is what tells where it stands (title, headings, the header of a split table);
    ``body`` is its own text without page furniture.
    """

    chunk: Chunk
    context: str
    body: str

    @property
    def searchable(self) -> str:
        """Everything the chunk is found by."""
        return f"{self.context}\n{self.body}"


class PassageSource(Protocol):
    """The documents behind an index. What it hands out never changes while it is open."""

    @property
    def metadata(self) -> Mapping[str, Mapping[str, str]]:
        """The metadata of every document, by document id."""
        ...

    def document(self, document_id: str) -> Document:
        """A document; KeyError when there is none with this id."""
        ...

    def chunks(self, document_id: str) -> Sequence[IndexedChunk]:
        """The chunks of a document, in order."""
        ...

    def place(self, chunk_id: str) -> tuple[str, int] | None:
        """The document of a chunk and its number there; None for a chunk of another state."""
        ...
