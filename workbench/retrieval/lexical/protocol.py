"""The LexicalIndex port: BM25 over our own tokens, one ranking for each field."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, Protocol, TypeAlias

Field: TypeAlias = Literal["words", "characters"]
FIELDS: tuple[Field, ...] = ("words", "characters")

K1 = 1.2
B = 0.75


@dataclass(frozen=True)
class IndexedPassage:
    """A passage as it enters the index: its id, its document, and its tokens in each field.

    Tokens hold no white space; nothing else about them matters to an index.
    """

    id: str
    document_id: str
    words: tuple[str, ...]
    characters: tuple[str, ...]


class Hit(NamedTuple):
    """A passage with its raw BM25 score; higher is better."""

    id: str
    score: float


class LexicalIndex(Protocol):
    """An index opened for reading; safe to share between threads."""

    def __len__(self) -> int:
        """How many passages it holds."""
        ...

    def ids(self) -> set[str]:
        """The ids of all passages."""
        ...

    def search(
        self,
        field: Field,
        tokens: Sequence[str],
        *,
        limit: int,
        documents: Collection[str] | None = None,
    ) -> list[Hit]:
        """The best passages by one field, best first; only those of ``documents`` where given."""
        ...

    def document_frequency(self, field: Field, token: str) -> int:
        """In how many passages a token stands."""
        ...


class LexicalEngine(Protocol):
    """One way to keep a lexical index on disk."""

    @property
    def name(self) -> str:
        """The engine's name in the settings."""
        ...

    def write(
        self, folder: Path, *, add: Iterable[IndexedPassage], remove: Collection[str] = ()
    ) -> None:
        """Remove all passages of some documents, then add passages; creates a missing index."""
        ...

    def open(self, folder: Path) -> LexicalIndex:
        """Open an index for reading; StoreError when it is damaged."""
        ...
