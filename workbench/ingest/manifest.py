"""The manifest of an index: its documents, their files, and the configuration of the build."""

import os
from pathlib import Path

from pydantic import Field, ValidationError

from workbench.domain.base import Span, Value
from workbench.domain.documents import Chunk, Document
from workbench.errors import StoreError
from workbench.i18n.errors import localized
from workbench.ingest.documents import FailedFile, FoundFile
from workbench.ingest.quotes import QuoteKey
from workbench.retrieval.passages import IndexedChunk, PassageWords

FILE = "catalogue.json"


class FileFingerprint(Value):
    """Size and modification time of a file, to detect changes without reading it."""

    size: int
    modified_ns: int

    @classmethod
    def of(cls, file: FoundFile) -> "FileFingerprint":
        """Return the fingerprint of a file."""
        return cls(size=file.size, modified_ns=file.modified_ns)


class DocumentRecord(Value):
    """One indexed document: what filters and chunk lookups need without opening it."""

    stamp: FileFingerprint
    content_hash: str
    stored: str
    """Name of the file with the document and its chunks."""
    metadata: dict[str, str] = Field(default_factory=dict)
    chunks: tuple[str, ...] = ()


class FailedRecord(Value):
    """A file that could not be read, with the reason; ``stamp`` is None if it was not opened."""

    stamp: FileFingerprint | None
    reason: str
    retryable: bool = False
    """True to read the file in the next build even if it has not changed."""


class QuoteRecord(Value):
    """The location of a quote of the graph."""

    document: str
    quote: str
    span: Span


class IndexConfig(Value):
    """The configuration of an index: all that determines its content besides the files."""

    chunking: str
    """Hash of what documents, chunks and their tokens depend on."""
    lexical: str
    embedder: str
    vectors: str
    """URL of the vector store; empty for the index's own folder."""


class IndexManifest(Value):
    """The state of an index; readers keep the state they opened during a later build."""

    recipe: IndexConfig
    root: str
    """The documents folder it was built from."""
    lexical: str
    """Name of the folder that holds the lexical index of this state."""
    removed_share: float = 0.0
    """Share of the lexical index that was deleted since its last rebuild."""
    documents: dict[str, DocumentRecord] = Field(default_factory=dict)
    failed: dict[str, FailedRecord] = Field(default_factory=dict)
    quotes: tuple[QuoteRecord, ...] = ()

    def spans(self) -> dict[QuoteKey, Span]:
        """Return the spans of quotes by document id and quote."""
        return {(record.document, record.quote): record.span for record in self.quotes}

    def passages(self) -> dict[str, str]:
        """Return document ids by chunk id."""
        return {chunk: name for name, record in self.documents.items() for chunk in record.chunks}

    def has_same(self, document_id: str, other: "IndexManifest") -> bool:
        """Return True if both states have this document with the same text and chunks."""
        mine, others = self.documents.get(document_id), other.documents.get(document_id)
        return mine is not None and others is not None and mine.stored == others.stored

    def stamps(self) -> dict[str, FileFingerprint]:
        """Return the fingerprint of every file that was opened, by path."""
        read = {name: record.stamp for name, record in self.documents.items()}
        return read | {n: r.stamp for n, r in self.failed.items() if r.stamp is not None}

    def refused(self) -> dict[str, str]:
        """Return the reason for every file that was not opened, by path."""
        return {name: r.reason for name, r in self.failed.items() if r.stamp is None}

    def failures(self) -> tuple[FailedFile, ...]:
        """Return the files that could not be read."""
        return tuple(FailedFile(path, record.reason) for path, record in self.failed.items())


class StoredChunk(Value):
    """The stored form of an IndexedChunk."""

    chunk: Chunk
    context: str
    body: str
    words: list[list[str | None]]
    """The record of its analysis."""


class StoredDocument(Value):
    """The stored form of a document and its chunks."""

    document: Document
    chunks: tuple[StoredChunk, ...]

    @classmethod
    def of(cls, document: Document, chunks: list[IndexedChunk]) -> "StoredDocument":
        """Return the stored form of a document."""
        kept = [
            StoredChunk(chunk=c.chunk, context=c.context, body=c.body, words=c.words.record())
            for c in chunks
        ]
        return cls(document=document, chunks=tuple(kept))

    def indexed_chunks(self) -> tuple[IndexedChunk, ...]:
        """Return the chunks for retrieval."""
        return tuple(
            IndexedChunk(c.chunk, c.context, c.body, PassageWords.read(c.words))
            for c in self.chunks
        )


def read_manifest(folder: Path) -> IndexManifest | None:
    """Return the manifest of an index; None if it is missing or of an incompatible version."""
    try:
        return IndexManifest.model_validate_json((folder / FILE).read_bytes())
    except (FileNotFoundError, ValidationError):
        return None
    except OSError as error:
        raise StoreError(
            **localized("ingest.not_read", folder=folder.name, detail=str(error))
        ) from error


def write_manifest(folder: Path, manifest: IndexManifest) -> None:
    """Replace the manifest atomically: readers see the old state or the new one."""
    write_atomically(folder / FILE, manifest.model_dump_json().encode())


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file atomically: if the process is killed, the old content remains."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    with fresh.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
