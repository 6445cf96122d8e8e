"""Read the files of a documents folder; what an earlier build has read is not parsed again."""

import hashlib
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from workbench.ingest.body import parse_body
from workbench.ingest.catalogue import (
    Catalogue,
    DocumentRecord,
    FileFingerprint,
    FileRecord,
    FileStage,
)
from workbench.ingest.chunks import chunk_document
from workbench.ingest.documents import DocumentReader, FailedFile, FoundFile, parse_document
from workbench.ingest.parsers import UnreadableError, errors_of_one_file, parser_name
from workbench.ingest.stored_documents import ENTRIES, write_document
from workbench.ingest.tables.build import build_tables

FileWatch: TypeAlias = Callable[[str, str], None]
"""Called with a path and what begins with it: ``read``, ``parse`` or ``chunk``."""

SAVE_AFTER_S = 0.5
"""Seconds of work that a killed build may lose; each commit waits for the disk."""


@dataclass(frozen=True)
class ReadFiles:
    """What the files of a folder have become."""

    files: Mapping[str, FileRecord]
    documents: Mapping[str, DocumentRecord]
    changed: Sequence[FileRecord]
    """Records that the catalogue does not have in this form."""


@dataclass
class FileReader:
    """Reads files for one build and records each in the catalogue."""

    catalogue: Catalogue
    folder: Path
    """Of the index; the texts are stored in it."""
    chunking: str
    """Hash of the versions and settings that files are parsed and chunked with."""
    parsing: str
    """The same with the folder of the files: those of another one may have the same times."""
    chunk_words: int
    build: int
    retry: bool
    """True to read every failed file again."""
    on_file: FileWatch
    _known: dict[str, FileRecord] = field(init=False)
    _parsed: dict[tuple[str, str], DocumentRecord] = field(init=False)
    _unsaved: list[FileRecord] = field(default_factory=list)
    _new: dict[tuple[str, str], DocumentRecord] = field(default_factory=dict)
    _saved_at: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self._known, self._parsed = self.catalogue.files(), self.catalogue.parsed()

    def read_all(
        self,
        found: Sequence[FoundFile],
        refused: Iterable[FailedFile],
        report: Callable[[int, int], None],
    ) -> ReadFiles:
        """Read the files that have changed; an interrupted call keeps what it has read."""
        files = {file.path: self._refused(file) for file in refused}
        try:
            with DocumentReader() as reader:
                for number, file in enumerate(found, start=1):
                    files[file.id] = self._record(file, reader)
                    self._save_soon(files[file.id])
                    report(number, len(found))
        finally:
            self._save()
        return self._result(files)

    def _result(self, files: Mapping[str, FileRecord]) -> ReadFiles:
        parsed = {path: self._parsed[path, one.stored] for path, one in files.items() if one.stored}
        documents = _without_duplicates(parsed)
        indexed = {
            path: replace(
                file, stage="indexed", duplicate_of=documents[path].duplicate_of
            ) if path in documents else file
            for path, file in files.items()
        }  # fmt: skip
        changed = [file for path, file in indexed.items() if self._known.get(path) != file]
        return ReadFiles(indexed, documents, changed)

    def _refused(self, file: FailedFile) -> FileRecord:
        record = FileRecord(file.path, "found", reason=file.reason, build=self.build)
        before = self._known.get(file.path)
        same = before is not None and replace(before, build=self.build) == record
        return before if before is not None and same else record

    def _record(self, file: FoundFile, reader: DocumentReader) -> FileRecord:
        before = self._known.get(file.id)
        fingerprint = FileFingerprint.of(file)
        settled = before is not None and self._is_settled(before)
        if before and settled and before.fingerprint == fingerprint:
            return before
        started = time.monotonic()
        record = FileRecord(file.id, "found", fingerprint, parsing=self.parsing, build=self.build)
        try:
            record = replace(record, parser=parser_name(file.id))
            self.on_file(file.id, "read")
            content = reader.content(file)
            record = replace(record, stage="read", source=hashlib.sha256(content).hexdigest())
            if before and before.source == record.source and settled:
                return replace(before, fingerprint=fingerprint)
            record = self._parse(record, content)
        except UnreadableError as error:
            record = replace(record, reason=str(error), retryable=error.retryable)
        tries = before.attempts if before and before.source == record.source else 0
        return replace(record, seconds=time.monotonic() - started, attempts=tries + 1)

    def _is_settled(self, before: FileRecord) -> bool:
        """Return True if reading the same content again would give the same record."""
        if before.parsing != self.parsing:
            return False
        if before.reason:
            return not before.retryable and not self.retry
        stored = (before.path, before.stored) in self._parsed
        return stored and (self.folder / ENTRIES / before.stored).is_file()

    def _parse(self, record: FileRecord, content: bytes) -> FileRecord:
        """Parse, chunk and store a file; the returned record has its stage or its failure."""
        stage: FileStage = "read"
        try:
            self.on_file(record.path, "parse")
            document = parse_document(record.path, content)
            stage = "parsed"
            self.on_file(record.path, "chunk")
            with errors_of_one_file():
                chunks = chunk_document(document, self.chunk_words)
            stored = write_document(self.folder, document, chunks, self.chunking)
            with errors_of_one_file():
                build_tables(self.folder, stored, document)
        except UnreadableError as error:
            return replace(record, stage=stage, reason=str(error), retryable=error.retryable)
        key = (record.path, stored)
        if key not in self._parsed:
            ids = tuple(indexed.chunk.id for indexed in chunks)
            hashed = document.content_hash
            self._parsed[key] = DocumentRecord(stored, hashed, document.metadata, ids)
            self._new[key] = self._parsed[key]
        boilerplate = parse_body(document.text, document.body_start).boilerplate_lines
        return replace(
            record,
            stage="parsed",
            stored=stored,
            title=document.title,
            pages=len(document.pages) or None,
            chunks=len(chunks),
            boilerplate=boilerplate,
            chrome=document.chrome,
        )

    def _save_soon(self, file: FileRecord) -> None:
        """Record a file, together with others unless the last commit was a while ago."""
        if self._known.get(file.path) != file:
            self._unsaved.append(file)
        if time.monotonic() - self._saved_at > SAVE_AFTER_S:
            self._save()

    def _save(self) -> None:
        if self._unsaved:
            self.catalogue.save(self._unsaved, self._new)
            self._known |= {file.path: file for file in self._unsaved}
            self._unsaved, self._new = [], {}
        self._saved_at = time.monotonic()


def _without_duplicates(documents: Mapping[str, DocumentRecord]) -> dict[str, DocumentRecord]:
    """Mark each document whose text is that of an earlier one, in the order of their paths."""
    first: dict[str, str] = {}
    marked = {}
    for path in sorted(documents):
        original = first.setdefault(documents[path].content_hash, path)
        same = "" if original == path else original
        marked[path] = replace(documents[path], duplicate_of=same)
    return marked
