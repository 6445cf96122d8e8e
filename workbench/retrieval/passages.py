"""The PassageSource port: text, chunks and metadata of the indexed documents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from workbench.domain.documents import Chunk, Document


@dataclass(frozen=True)
class IndexedChunk:
    """A chunk and its searchable text.

    ``context`` is the title, the headings and the header of a split table; ``body`` is the text of
    the chunk without boilerplate.
    """

    chunk: Chunk
    context: str
    body: str

    @property
    def searchable(self) -> str:
        """The text to index: context and body."""
        return f"{self.context}\n{self.body}"


class PassageSource(Protocol):
    """The documents of an index; a consistent snapshot while it is open."""

    @property
    def metadata(self) -> Mapping[str, Mapping[str, str]]:
        """The metadata of every document, by document id."""
        ...

    def document(self, document_id: str) -> Document:
        """Return a document; raises KeyError for an unknown id."""
        ...

    def chunks(self, document_id: str) -> Sequence[IndexedChunk]:
        """Return the chunks of a document, in order."""
        ...

    def chunk_position(self, chunk_id: str) -> tuple[str, int] | None:
        """Return a chunk's document id and index in it; None for a chunk of another state."""
        ...
