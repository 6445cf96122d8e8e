"""The rows of the catalogue: files, documents, and the published state of an index."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from workbench.domain.base import Span, Value
from workbench.ingest.documents import FailedFile, FoundFile
from workbench.ingest.quotes import QuoteKey

INDEX_VERSION = 9
"""Version of chunking, tokenisation and what is stored of them; increment it to
rebuild indexes."""

FileStage: TypeAlias = Literal["found", "read", "parsed", "indexed"]
"""The last stage that a file has completed; a file that failed did so in the stage after it."""


@dataclass(frozen=True)
class FileFingerprint:
    """Size and modification time of a file, to detect changes without reading it."""

    size: int
    modified_ns: int

    @classmethod
    def of(cls, file: FoundFile) -> "FileFingerprint":
        """Return the fingerprint of a file."""
        return cls(size=file.size, modified_ns=file.modified_ns)


@dataclass(frozen=True)
class FileRecord:
    """A file of the documents folder, and what became of it."""

    path: str
    """Relative to the folder, with forward slashes: the id of its document."""
    stage: FileStage
    fingerprint: FileFingerprint | None = None
    """None for a file that was refused by its name, size or kind, and never opened."""
    source: str = ""
    """Hash of its content; "" if it was not read."""
    parser: str = ""
    """Name of the parser, such as ``pdf``; "" if none reads such files."""
    parsing: str = ""
    """Hash of the versions, settings and folder that it was parsed and chunked with."""
    stored: str = ""
    """Name of the file with its document and chunks; "" if there is none."""
    title: str = ""
    """The title of its document."""
    pages: int | None = None
    """None for a format without pages."""
    chunks: int = 0
    boilerplate: int = 0
    """Lines of repeated headers and footers that are not indexed."""
    chrome: int = 0
    """Characters of navigation, banners and other page chrome that are not indexed."""
    duplicate_of: str = ""
    """Path of the first file with the same text, whose chunks are indexed instead."""
    reason: str = ""
    """Why it is not among the documents; "" if it is, or will be."""
    retryable: bool = False
    """True to read the file in the next build even if it has not changed."""
    seconds: float = 0.0
    """Time that reading, parsing and chunking took."""
    attempts: int = 0
    """How often this content was read."""
    build: int = 0
    """Number of the build that read it."""


@dataclass(frozen=True)
class DocumentRecord:
    """One indexed document: what filters and chunk lookups need without opening it."""

    stored: str
    content_hash: str
    metadata: Mapping[str, str] = field(default_factory=dict)
    all_chunks: tuple[str, ...] = ()
    """Ids of its chunks, in order."""
    duplicate_of: str = ""
    """Id of the first document with the same text."""

    @property
    def chunks(self) -> tuple[str, ...]:
        """The ids of the chunks that are indexed: none for a duplicate."""
        return () if self.duplicate_of else self.all_chunks


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


@dataclass(frozen=True)
class IndexState:
    """A published state of an index; readers keep the state they opened during a later build."""

    config: IndexConfig
    root: str
    """The documents folder it was built from."""
    lexical: str
    """Name of the folder that holds the lexical index of this state."""
    removed_share: float = 0.0
    """Share of the lexical index that was deleted since its last rebuild."""
    documents: Mapping[str, DocumentRecord] = field(default_factory=dict)
    fingerprints: Mapping[str, FileFingerprint] = field(default_factory=dict)
    """Of every file that was opened, by path."""
    failed: Mapping[str, str] = field(default_factory=dict)
    """The reason for every file that is not among the documents, by path."""
    quotes: tuple[QuoteRecord, ...] = ()
    build: int = 0
    """Number of the build that published it, or of a later one that was killed."""
    is_building: bool = False
    """True while a later state is being built, and after a build that was killed."""

    def spans(self) -> dict[QuoteKey, Span]:
        """Return the spans of quotes by document id and quote."""
        return {(record.document, record.quote): record.span for record in self.quotes}

    def passages(self) -> dict[str, str]:
        """Return document ids by chunk id."""
        return {chunk: name for name, record in self.documents.items() for chunk in record.chunks}

    def has_same(self, document_id: str, other: "IndexState") -> bool:
        """Return True if both states have this document with the same text and indexed chunks."""
        mine, others = self.documents.get(document_id), other.documents.get(document_id)
        if mine is None or others is None or mine.stored != others.stored:
            return False
        return bool(mine.duplicate_of) == bool(others.duplicate_of)

    def refused(self) -> dict[str, str]:
        """Return the reason for every file that was not opened, by path."""
        return {name: why for name, why in self.failed.items() if name not in self.fingerprints}

    def failures(self) -> tuple[FailedFile, ...]:
        """Return the files that are not among the documents."""
        return tuple(FailedFile(path, reason) for path, reason in self.failed.items())
