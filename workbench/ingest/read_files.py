"""Read the files of a documents folder; what an earlier build has read is not parsed again."""

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from workbench.ingest.catalogue import (
    Catalogue,
    DocumentRecord,
    FileFingerprint,
    FileRecord,
)
from workbench.ingest.documents import DocumentReader, FailedFile, FoundFile
from workbench.ingest.parsed_files import FileWatch, ParsedFile, ParseFiles, ParsingJob
from workbench.ingest.parsers import UnreadableError, errors_of_one_file, parser_name
from workbench.ingest.stored_documents import ENTRIES, write_document
from workbench.ingest.tables.build import build_tables, keep_texts

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
    again: bool
    """True to read and parse every file again."""
    on_file: FileWatch
    parse: ParseFiles
    """Parses the files: in this process or on a cluster."""
    _begun: dict[str, FileRecord] = field(default_factory=dict)
    """Records of the files that are being parsed."""
    _known: dict[str, FileRecord] = field(init=False)
    _parsed: dict[tuple[str, str], DocumentRecord] = field(init=False)
    _unsaved: list[FileRecord] = field(default_factory=list)
    _new: dict[tuple[str, str], DocumentRecord] = field(default_factory=dict)
    _saved_at: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self._known = {} if self.again else self.catalogue.files()
        self._parsed = self.catalogue.parsed()

    def read_all(
        self,
        found: Sequence[FoundFile],
        refused: Sequence[FailedFile],
        report: Callable[[int, int], None],
    ) -> ReadFiles:
        """Read the files that have changed; an interrupted call keeps what it has read."""
        order = [*(file.path for file in refused), *(file.id for file in found)]
        files = {file.path: self._refused(file) for file in refused}
        already = len(files)

        def finish(record: FileRecord) -> None:
            files[record.path] = record
            self._save_soon(record)
            report(len(files) - already, len(found))

        try:
            with DocumentReader() as reader:
                jobs = self._jobs(found, reader, finish)
                for job, parsed in self.parse(jobs, self.on_file):
                    finish(self._stored(job.path, parsed))
        finally:
            self._save()
        return self._result({path: files[path] for path in order})

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

    def _jobs(
        self,
        found: Iterable[FoundFile],
        reader: DocumentReader,
        finish: Callable[[FileRecord], None],
    ) -> Iterator[ParsingJob]:
        """Yield the files to parse; those that need not or cannot be are finished at once."""
        for file in found:
            begun = self._begin(file, reader)
            if isinstance(begun, FileRecord):
                finish(begun)
            else:
                yield begun

    def _begin(self, file: FoundFile, reader: DocumentReader) -> FileRecord | ParsingJob:
        """Read a file if it may have changed; return its record if it is not to be parsed."""
        before = self._known.get(file.id)
        fingerprint = FileFingerprint.of(file)
        settled = before is not None and self._is_settled(before)
        if before and settled and before.fingerprint == fingerprint:
            return before
        started = time.monotonic()
        content: bytes | None = None
        record = FileRecord(file.id, "found", fingerprint, parsing=self.parsing, build=self.build)
        try:
            record = replace(record, parser=parser_name(file.id))
            self.on_file(file.id, "read")
            content = reader.content(file)
            record = replace(record, stage="read", source=hashlib.sha256(content).hexdigest())
            if before and before.source == record.source and settled:
                return replace(before, fingerprint=fingerprint)
        except UnreadableError as error:
            record = replace(record, reason=str(error), retryable=error.retryable)
        tries = before.attempts if before and before.source == record.source else 0
        record = replace(record, seconds=time.monotonic() - started, attempts=tries + 1)
        if content is None:
            return record
        self._begun[file.id] = record
        return ParsingJob(file.id, content, self.chunk_words)

    def _is_settled(self, before: FileRecord) -> bool:
        """Return True if reading the same content again would give the same record."""
        if before.parsing != self.parsing:
            return False
        if before.reason:
            return not before.retryable and not self.retry
        stored = (before.path, before.stored) in self._parsed
        return stored and (self.folder / ENTRIES / before.stored).is_file()

    def _stored(self, path: str, parsed: ParsedFile) -> FileRecord:
        """Store a parsed file; the returned record has its stage or its failure."""
        record = self._begun.pop(path)
        record = replace(
            record,
            stage=parsed.stage,
            reason=parsed.reason,
            retryable=parsed.retryable,
            seconds=record.seconds + parsed.seconds,
        )
        if parsed.reason:
            return record
        stored = write_document(
            self.folder, path, parsed.content_hash, parsed.encoded, self.chunking
        )
        try:
            with errors_of_one_file():
                build_tables(self.folder, stored, parsed.document)
                keep_texts(self.folder, stored, parsed.texts)
        except UnreadableError as error:
            return replace(record, reason=str(error), retryable=error.retryable)
        key = (path, stored)
        document = DocumentRecord(stored, parsed.content_hash, parsed.metadata, parsed.chunks)
        if key not in self._parsed:
            self._new[key] = document
        self._parsed[key] = document
        return replace(
            record,
            stored=stored,
            title=parsed.title,
            pages=parsed.pages,
            chunks=len(parsed.chunks),
            boilerplate=parsed.boilerplate,
            chrome=parsed.chrome,
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
