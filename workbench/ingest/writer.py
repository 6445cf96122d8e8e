"""Update an index: documents, lexical index, vectors and, last, the manifest."""

import asyncio
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import TypeVar

from workbench.domain.base import Span, content_hash
from workbench.ingest.chunks import chunk_document
from workbench.ingest.document_store import ENTRIES, DocumentStore
from workbench.ingest.documents import DocumentReader, FoundFile, find_files
from workbench.ingest.lexical import FOLDER, lexical_folder, write_lexical
from workbench.ingest.manifest import (
    FILE,
    DocumentRecord,
    FailedRecord,
    FileFingerprint,
    IndexConfig,
    IndexManifest,
    QuoteRecord,
    StoredDocument,
    read_manifest,
    write_atomically,
    write_manifest,
)
from workbench.ingest.parsers import UnreadableError, errors_of_one_file
from workbench.ingest.quotes import QuoteKey, locate_quotes
from workbench.ingest.tables import build as tables
from workbench.retrieval.dense import DenseIndex, forget_vectors, sync_vectors
from workbench.retrieval.embedders import Embedder

T = TypeVar("T")

BUILD_LOCK = "building"
"""Marker file of a build in progress; one left by a killed process makes the next open rebuild."""


@dataclass(frozen=True)
class IndexWriter:
    """Writes one index; files of the previous state are kept for open readers."""

    folder: Path
    root: Path
    recipe: IndexConfig
    chunk_words: int
    dense: DenseIndex | None
    """None if the embedder is not semantic; then no vectors are written."""
    embedder: Embedder
    progress: Callable[[str, int, int], None]
    _stopped: Event = field(default_factory=Event)

    async def build(self, quotes: Mapping[QuoteKey, str]) -> IndexManifest:
        """Read changed files, write the new state, and delete states before the previous one.

        Files are read and written in threads. A cancelled build ends with the current file.
        """
        old = read_manifest(self.folder)
        manifest = await self._in_thread(self._write_texts, old, quotes)
        await self._write_vectors(manifest)
        await self._in_thread(self._finish, manifest, old)
        return manifest

    async def _in_thread(self, work: Callable[..., T], *arguments: object) -> T:
        """Run work in a thread; a cancelled caller waits for its end, since it holds the lock."""
        running = asyncio.ensure_future(asyncio.to_thread(work, *arguments))
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            self._stopped.set()
            await asyncio.gather(running, return_exceptions=True)
            raise

    def report(self, stage: str, done: int, total: int) -> None:
        """Report progress, or end the work of a cancelled build."""
        if self._stopped.is_set():
            raise asyncio.CancelledError
        self.progress(stage, done, total)

    def _write_texts(
        self, old: IndexManifest | None, quotes: Mapping[QuoteKey, str]
    ) -> IndexManifest:
        """Write the documents and the lexical index."""
        from workbench.ingest.isolated import PROCESS

        (self.folder / ENTRIES).mkdir(parents=True, exist_ok=True)
        (self.folder / BUILD_LOCK).touch()
        try:
            manifest = self._read_files(old, quotes)
        finally:
            PROCESS.close()
        lexical = write_lexical(self.folder, manifest, old, self.report)
        return manifest.model_copy(
            update={"lexical": lexical.name, "removed_share": lexical.removed_share}
        )

    def _finish(self, manifest: IndexManifest, old: IndexManifest | None) -> None:
        """Make the new state the current one."""
        write_manifest(self.folder, manifest)
        if self.dense is not None:
            forget_vectors(self.dense, manifest.passages())
        self._tidy([manifest] if old is None else [manifest, old])
        (self.folder / BUILD_LOCK).unlink()

    def clear(self) -> None:
        """Delete the index, so that the next build reads and embeds everything again."""
        (self.folder / BUILD_LOCK).touch()
        (self.folder / FILE).unlink(missing_ok=True)
        if self.dense is not None:
            self.dense.clear()
        for name in (ENTRIES, FOLDER, tables.FOLDER):
            shutil.rmtree(self.folder / name, ignore_errors=True)

    def _read_files(
        self, old: IndexManifest | None, quotes: Mapping[QuoteKey, str]
    ) -> IndexManifest:
        found, refused = find_files(self.root)
        documents: dict[str, DocumentRecord] = {}
        failed = {file.path: FailedRecord(stamp=None, reason=file.reason) for file in refused}
        with DocumentReader() as reader:
            for number, file in enumerate(found, start=1):
                try:
                    documents[file.id] = self._record(file, old, reader)
                except UnreadableError as error:
                    failed[file.id] = FailedRecord(
                        stamp=FileFingerprint.of(file),
                        reason=str(error),
                        retryable=error.retryable,
                    )
                self.report("documents", number, len(found))
        manifest = IndexManifest(
            recipe=self.recipe,
            root=str(self.root.resolve()),
            lexical="",
            documents=documents,
            failed=failed,
        )
        spans = locate_quotes(
            quotes, DocumentStore(self.folder, manifest), _known_spans(manifest, old)
        )
        placed = [QuoteRecord(document=d, quote=q, span=span) for (d, q), span in spans.items()]
        return manifest.model_copy(update={"quotes": tuple(placed)})

    def _record(
        self, file: FoundFile, old: IndexManifest | None, reader: DocumentReader
    ) -> DocumentRecord:
        """Return the record of a file: the previous one if the text is the same, else a new one."""
        before = self._before(file, old)
        if old is not None and self._is_same_source(old):
            stamp = FileFingerprint.of(file)
            if before is not None and before.stamp == stamp:
                return before
            failure = old.failed.get(file.id)
            if failure is not None and failure.stamp == stamp and not failure.retryable:
                raise UnreadableError(failure.reason)
        document = reader.read(file)
        if before is not None and before.content_hash == document.content_hash:
            return before.model_copy(update={"stamp": FileFingerprint.of(file)})
        with errors_of_one_file():
            chunks = chunk_document(document, self.chunk_words)
        stored = content_hash([document.id, document.content_hash, self.recipe.chunking])
        content = StoredDocument.of(document, chunks).model_dump_json().encode()
        write_atomically(self.folder / ENTRIES / stored, content)
        with errors_of_one_file():
            tables.build_tables(self.folder, stored, document)
        return DocumentRecord(
            stamp=FileFingerprint.of(file),
            content_hash=document.content_hash,
            stored=stored,
            metadata=document.metadata,
            chunks=tuple(indexed.chunk.id for indexed in chunks),
        )

    def _before(self, file: FoundFile, old: IndexManifest | None) -> DocumentRecord | None:
        if old is None or old.recipe.chunking != self.recipe.chunking:
            return None
        record = old.documents.get(file.id)
        return record if record and (self.folder / ENTRIES / record.stored).is_file() else None

    def _is_same_source(self, old: IndexManifest) -> bool:
        """Return True if an unchanged file would be parsed as it was in the old state."""
        same_chunks = old.recipe.chunking == self.recipe.chunking
        return same_chunks and old.root == str(self.root.resolve())

    async def _write_vectors(self, manifest: IndexManifest) -> None:
        if self.dense is None:
            return
        passages = manifest.passages()
        library = DocumentStore(self.folder, manifest)

        def text_of(passage_id: str) -> str:
            place = library.chunk_position(passage_id)
            return library.chunks(place[0])[place[1]].searchable if place else ""

        await sync_vectors(
            self.dense,
            self.embedder,
            passages,
            text_of,
            lambda done, total: self.report("vectors", done, total),
        )

    def _tidy(self, kept: Iterable[IndexManifest]) -> None:
        """Delete files that none of the given states uses."""
        states = list(kept)
        indexes = {lexical_folder(self.folder, state.lexical) for state in states}
        for place in (self.folder / FOLDER).iterdir():
            if place not in indexes:
                shutil.rmtree(place, ignore_errors=True)
        stored = {record.stored for state in states for record in state.documents.values()}
        for place in (self.folder / ENTRIES).iterdir():
            if place.name not in stored:
                place.unlink(missing_ok=True)
        tables.remove_unused(self.folder, stored)


def _known_spans(new: IndexManifest, old: IndexManifest | None) -> dict[QuoteKey, Span]:
    """Return the quotes located earlier in documents that have not changed."""
    if old is None:
        return {}
    return {key: span for key, span in old.spans().items() if new.has_same(key[0], old)}
