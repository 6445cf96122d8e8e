"""The catalogue of an index: which documents it holds, from which files, and built how."""

import os
from pathlib import Path

from pydantic import Field, ValidationError

from workbench.domain.base import Span, Value
from workbench.domain.documents import Chunk, Document
from workbench.errors import StoreError
from workbench.i18n.errors import localized
from workbench.ingest.documents import FailedFile, FoundFile
from workbench.ingest.quotes import QuoteKey
from workbench.retrieval.passages import IndexedChunk

FILE = "catalogue.json"


class FileFingerprint(Value):
    """What tells cheaply that a file is still the one that was read."""

    size: int
    modified_ns: int

    @classmethod
    def of(cls, file: FoundFile) -> "FileFingerprint":
        """The stamp of a file as it lies there now."""
        return cls(size=file.size, modified_ns=file.modified_ns)


class DocumentRecord(Value):
    """One indexed document: enough to filter and to find its chunks without opening it."""

    stamp: FileFingerprint
    content_hash: str
    stored: str
    """Name of the file that holds the document and its chunks."""
    metadata: dict[str, str] = Field(default_factory=dict)
    chunks: tuple[str, ...] = ()


class FailedRecord(Value):
    """A file that could not be used, and why."""

    stamp: FileFingerprint | None
    reason: str


class QuoteRecord(Value):
    """Where a quote of the graph stands."""

    document: str
    quote: str
    span: Span


class IndexConfig(Value):
    """Everything beside the files that decides what an index holds."""

    chunking: str
    """Hash of what chunks and their tokens depend on."""
    lexical: str
    embedder: str
    vectors: str
    """Where the vectors are: empty for the index's own folder, else the server's URL."""


class IndexManifest(Value):
    """The state of an index. Whoever opens it sees this state, whatever is built meanwhile."""

    recipe: IndexConfig
    root: str
    """The documents folder it was built from."""
    lexical: str
    """Name of the folder that holds the lexical index of this state."""
    removed_share: float = 0.0
    """How much of the lexical index are passages deleted since it was built whole."""
    documents: dict[str, DocumentRecord] = Field(default_factory=dict)
    failed: dict[str, FailedRecord] = Field(default_factory=dict)
    quotes: tuple[QuoteRecord, ...] = ()

    def spans(self) -> dict[QuoteKey, Span]:
        """Located quotes by document and words."""
        return {(record.document, record.quote): record.span for record in self.quotes}

    def passages(self) -> dict[str, str]:
        """Document id by chunk id."""
        return {chunk: name for name, record in self.documents.items() for chunk in record.chunks}

    def has_same(self, document_id: str, other: "IndexManifest") -> bool:
        """True when both states hold this document with the same text and the same chunks."""
        mine, others = self.documents.get(document_id), other.documents.get(document_id)
        return mine is not None and others is not None and mine.stored == others.stored

    def stamps(self) -> dict[str, FileFingerprint]:
        """The stamp of every file that was read, with or without success."""
        read = {name: record.stamp for name, record in self.documents.items()}
        return read | {n: r.stamp for n, r in self.failed.items() if r.stamp is not None}

    def refused(self) -> dict[str, str]:
        """The files that were not even opened, with the reason."""
        return {name: r.reason for name, r in self.failed.items() if r.stamp is None}

    def failures(self) -> tuple[FailedFile, ...]:
        """The files that could not be used."""
        return tuple(FailedFile(path, record.reason) for path, record in self.failed.items())


class StoredChunk(Value):
    """A chunk with the words it is found by."""

    chunk: Chunk
    context: str
    body: str


class StoredDocument(Value):
    """A document and its chunks as they are kept."""

    document: Document
    chunks: tuple[StoredChunk, ...]

    @classmethod
    def of(cls, document: Document, chunks: list[IndexedChunk]) -> "StoredDocument":
        """A document ready to be kept."""
        kept = [StoredChunk(chunk=c.chunk, context=c.context, body=c.body) for c in chunks]
        return cls(document=document, chunks=tuple(kept))

    def indexed(self) -> tuple[IndexedChunk, ...]:
        """Its chunks as retrieval takes them."""
        return tuple(IndexedChunk(c.chunk, c.context, c.body) for c in self.chunks)


def read_manifest(folder: Path) -> IndexManifest | None:
    """The catalogue of an index; None when there is none, or none that this version can read."""
    try:
        return IndexManifest.model_validate_json((folder / FILE).read_bytes())
    except (FileNotFoundError, ValidationError):
        return None
    except OSError as error:
        raise StoreError(
            **localized("ingest.not_read", folder=folder.name, detail=str(error))
        ) from error


def write_manifest(folder: Path, catalogue: IndexManifest) -> None:
    """Replace the catalogue in one step: readers see the old state or the new one."""
    write_atomically(folder / FILE, catalogue.model_dump_json().encode())


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file so that it is whole or absent, whenever the process ends."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    with fresh.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
