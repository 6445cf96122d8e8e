"""Update an index: documents, lexical index, vectors and, last, the published state."""

import asyncio
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from threading import Event
from typing import TypeVar

from workbench.domain.base import Span, content_hash
from workbench.errors import StoreError
from workbench.ingest.catalogue import Catalogue, IndexConfig, IndexState, QuoteRecord
from workbench.ingest.document_store import DocumentStore
from workbench.ingest.documents import find_files
from workbench.ingest.lexical import FOLDER, lexical_folder, write_lexical
from workbench.ingest.parsed_files import FileWatch, ParseFiles
from workbench.ingest.quotes import QuoteKey, locate_quotes
from workbench.ingest.read_files import FileReader, ReadFiles
from workbench.ingest.stored_documents import ENTRIES
from workbench.ingest.tables.build import combine_texts
from workbench.ingest.tables.stored import remove_unused
from workbench.retrieval.analysis import forget_words
from workbench.retrieval.dense import DenseIndex, forget_vectors, sync_vectors
from workbench.retrieval.embedders import Embedder, embed_documents

T = TypeVar("T")

_OLD_MANIFEST = "catalogue.json"
"""What earlier releases kept instead of the catalogue; they parsed every file again too."""


@dataclass(frozen=True)
class IndexWriter:
    """Writes one index; files of the previous state are kept for open readers."""

    folder: Path
    root: Path
    catalogue: Catalogue
    config: IndexConfig
    chunk_words: int
    dense: DenseIndex | None
    """None if the embedder is not semantic; then no vectors are written."""
    embedder: Embedder
    progress: Callable[[str, int, int], None]
    on_file: FileWatch
    parse: ParseFiles
    retry: bool = False
    """True to read every failed file again."""
    rebuild: bool = False
    """True to read and embed everything again, beside what questions are answered from."""
    _stopped: Event = field(default_factory=Event)

    async def build(self, quotes: Mapping[QuoteKey, str]) -> IndexState:
        """Read changed files, write the new state, and delete states before the previous one.

        Files are read and written in threads. A cancelled build ends with the current file. The
        next build goes on from the files that an interrupted one has parsed.
        """
        old = await self._in_thread(self._previous_state)
        if self.rebuild:
            await self._prepare_vectors()
        base = None if self.rebuild else old
        files, state = await self._in_thread(self._write_texts, base, quotes)
        await self._write_vectors(state)
        await self._in_thread(self._publish, state, old, files)
        return state

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
        self, old: IndexState | None, quotes: Mapping[QuoteKey, str]
    ) -> tuple[ReadFiles, IndexState]:
        """Write the documents and the lexical index."""
        from workbench.ingest.isolated import PROCESS

        (self.folder / ENTRIES).mkdir(parents=True, exist_ok=True)
        build = self.catalogue.begin()
        try:
            files = self._read_files(build)
        finally:
            PROCESS.close()
        forget_words()
        state = self._located(self._state(files, build), old, quotes)
        combine_texts(self.folder, state.documents, again=self.rebuild)
        lexical = write_lexical(self.folder, state, old, self.report, again=self.rebuild)
        forget_words()
        return files, replace(state, lexical=lexical.name, removed_share=lexical.removed_share)

    def _publish(self, new: IndexState, old: IndexState | None, files: ReadFiles) -> None:
        """Make the new state the current one."""
        self.catalogue.publish(new, None if self.rebuild else old, files.changed)
        if self.dense is not None:
            forget_vectors(self.dense, new.passages())
        self._tidy([new] if old is None else [new, old])
        self.catalogue.finish()

    def _previous_state(self) -> IndexState | None:
        """Return the published state; a rebuild deletes a catalogue that is damaged."""
        try:
            self.catalogue.files()
            self.catalogue.parsed()
            return self.catalogue.state()
        except StoreError as error:
            if error.retryable or not self.rebuild:
                raise
            self.catalogue.clear()
            return None

    async def _prepare_vectors(self) -> None:
        """Check that the embedder answers; delete vectors that new ones cannot be added to.

        So are those of a damaged store, or of another dimension.
        """
        probe = await embed_documents(self.embedder, ["workbench"])
        if self.dense is None:
            return
        try:
            await self._in_thread(self.dense.ids)
            await self._in_thread(partial(self.dense.search, probe, limit=1))
        except StoreError as error:
            if error.retryable:
                raise
            await self._in_thread(self.dense.clear)

    def _read_files(self, build: int) -> ReadFiles:
        reader = FileReader(
            catalogue=self.catalogue,
            folder=self.folder,
            chunking=self.config.chunking,
            parsing=content_hash([self.config.chunking, self._root]),
            chunk_words=self.chunk_words,
            build=build,
            retry=self.retry,
            again=self.rebuild,
            on_file=self.on_file,
            parse=self.parse,
        )
        found, refused = find_files(self.root)
        return reader.read_all(found, refused, partial(self.report, "documents"))

    @property
    def _root(self) -> str:
        return str(self.root.resolve())

    def _state(self, read: ReadFiles, build: int) -> IndexState:
        files = read.files.values()
        return IndexState(
            config=self.config,
            root=self._root,
            lexical="",
            documents=read.documents,
            fingerprints={one.path: one.fingerprint for one in files if one.fingerprint},
            failed={one.path: one.reason for one in files if one.reason},
            build=build,
        )

    def _located(
        self, state: IndexState, old: IndexState | None, quotes: Mapping[QuoteKey, str]
    ) -> IndexState:
        """Return the state with the place of every quote of the graph."""
        documents = DocumentStore(self.folder, state)
        spans = locate_quotes(quotes, documents, _known_spans(state, old))
        placed = (QuoteRecord(document=d, quote=q, span=span) for (d, q), span in spans.items())
        return replace(state, quotes=tuple(placed))

    async def _write_vectors(self, state: IndexState) -> None:
        if self.dense is None:
            return
        await sync_vectors(
            self.dense,
            self.embedder,
            state.passages(),
            DocumentStore(self.folder, state).searchable,
            lambda done, total: self.report("vectors", done, total),
            again=self.rebuild,
        )

    def _tidy(self, kept: Iterable[IndexState]) -> None:
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
        remove_unused(self.folder, [state.documents for state in states])
        (self.folder / _OLD_MANIFEST).unlink(missing_ok=True)


def _known_spans(new: IndexState, old: IndexState | None) -> dict[QuoteKey, Span]:
    """Return the quotes located earlier in documents that have not changed."""
    if old is None:
        return {}
    return {key: span for key, span in old.spans().items() if new.has_same(key[0], old)}
