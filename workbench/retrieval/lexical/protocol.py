"""The LexicalIndex port: BM25 over pre-tokenised fields, with one ranking per field."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, Protocol, TypeAlias

Field: TypeAlias = Literal["words", "characters"]
FIELDS: tuple[Field, ...] = ("words", "characters")

# BM25 as in Lucene: K1 saturates term frequency (the third «kafka» adds less than the second), B
# normalises by length (1 fully, 0 not at all).
K1 = 1.2
B = 0.75


@dataclass(frozen=True)
class IndexedPassage:
    """A passage to index: its id, its document's id, and per field its tokens between spaces."""

    id: str
    document_id: str
    words: str
    characters: str


class Hit(NamedTuple):
    """A passage with its raw BM25 score; higher is better."""

    id: str
    score: float


class LexicalIndex(Protocol):
    """A lexical index opened for reading; thread-safe."""

    def __len__(self) -> int:
        """Return the number of passages."""
        ...

    def ids(self) -> set[str]:
        """Return the ids of all passages."""
        ...

    def search(
        self,
        field: Field,
        tokens: Sequence[str],
        *,
        limit: int,
        documents: Collection[str] | None = None,
    ) -> list[Hit]:
        """Return the best passages by one field, best first, from ``documents`` if given."""
        ...

    def document_frequency(self, field: Field, token: str) -> int:
        """Return the number of passages that contain a token."""
        ...


class LexicalEngine(Protocol):
    """A storage format of lexical indexes on disk."""

    @property
    def name(self) -> str:
        """Name of the engine in the settings."""
        ...

    def write(
        self, folder: Path, *, add: Iterable[IndexedPassage], remove: Collection[str] = ()
    ) -> None:
        """Remove all passages of the documents in ``remove``, then add passages.

        Creates a missing index.
        """
        ...

    def open(self, folder: Path) -> LexicalIndex:
        """Open an index for reading; raises StoreError if it is damaged."""
        ...
