"""Parse and chunk the content of one file; what that gives can be sent to another process."""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from workbench.domain.documents import Document
from workbench.ingest.body import parse_body
from workbench.ingest.chunks import chunk_document
from workbench.ingest.document_file import encode
from workbench.ingest.documents import parse_document
from workbench.ingest.parsers import UnreadableError, errors_of_one_file
from workbench.ingest.tables.build import texts_of
from workbench.ingest.tables.extracted import TableExtraction

FileWatch: TypeAlias = Callable[[str, str], None]
"""Called with a path and what begins with it: ``read``, ``parse`` or ``chunk``."""


@dataclass(frozen=True)
class ParsingJob:
    """A file to parse and chunk."""

    path: str
    """The id of its document."""
    content: bytes
    chunk_words: int


@dataclass(frozen=True)
class ParsedFile:
    """A document with its chunks, encoded as they are stored; or why there is none."""

    stage: Literal["read", "parsed"] = "parsed"
    """``read`` if the file could not be parsed."""
    reason: str = ""
    """Why there is no document; "" if there is one."""
    retryable: bool = False
    """True if the same content may be parsed another time."""
    seconds: float = 0.0
    encoded: bytes = b""
    """The content of its file in the index: see ``document_file``."""
    content_hash: str = ""
    title: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)
    chunks: tuple[str, ...] = ()
    """Ids, in order."""
    pages: int | None = None
    boilerplate: int = 0
    chrome: int = 0
    document: Document | None = None
    """The document if it is a file of rows, whose database is built from it."""
    texts: TableExtraction | None = None
    """The tables in its text, if there are any."""


ParseFiles: TypeAlias = Callable[
    [Iterator[ParsingJob], FileWatch], Iterator[tuple[ParsingJob, ParsedFile]]
]
"""Parses files and yields each with what it has become, in any order."""


def parse_here(
    jobs: Iterator[ParsingJob], on_file: FileWatch
) -> Iterator[tuple[ParsingJob, ParsedFile]]:
    """Parse files one after the other in this process."""
    for job in jobs:
        yield job, parse_file(job, on_file)


def parse_file(job: ParsingJob, on_file: FileWatch = lambda *_: None) -> ParsedFile:
    """Parse and chunk one file; a file that cannot be read gives the reason.

    Raises:
        WorkbenchError: something other than the file is wrong, such as a setting.
    """
    started = time.monotonic()
    stage: Literal["read", "parsed"] = "read"
    try:
        on_file(job.path, "parse")
        document = parse_document(job.path, job.content)
        stage = "parsed"
        on_file(job.path, "chunk")
        with errors_of_one_file():
            return _chunked(document, job.chunk_words, started)
    except UnreadableError as error:
        taken = time.monotonic() - started
        return ParsedFile(stage, str(error), error.retryable, taken)


def _chunked(document: Document, chunk_words: int, started: float) -> ParsedFile:
    chunks = chunk_document(document, chunk_words)
    return ParsedFile(
        encoded=encode(document, chunks),
        content_hash=document.content_hash,
        title=document.title,
        metadata=document.metadata,
        chunks=tuple(indexed.chunk.id for indexed in chunks),
        pages=len(document.pages) or None,
        boilerplate=parse_body(document.text, document.body_start).boilerplate_lines,
        chrome=document.chrome,
        document=document if document.tables else None,
        texts=texts_of(document),
        seconds=time.monotonic() - started,
    )
