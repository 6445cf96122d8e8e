"""Open the index of a workspace; build it on first use and update it when files change."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TypeAlias

from workbench.domain.base import content_hash
from workbench.domain.evidence import StageError
from workbench.domain.graph import Edge, Node
from workbench.domain.local_text import all_texts
from workbench.errors import BudgetError, ProviderError, StoreError
from workbench.i18n.errors import localized
from workbench.ingest.catalogue import (
    Catalogue,
    FileFingerprint,
    FileRecord,
    IndexConfig,
    IndexState,
)
from workbench.ingest.cluster import Cluster
from workbench.ingest.document_store import DocumentStore
from workbench.ingest.documents import FailedFile, find_files, metadata_problem
from workbench.ingest.lexical import lexical_folder
from workbench.ingest.lock import is_locked, write_lock
from workbench.ingest.parsed_files import INDEX_VERSION, FileWatch, parse_here
from workbench.ingest.parsers import PARSING_VERSION
from workbench.ingest.quotes import collect_quotes, with_span
from workbench.ingest.tables.build import read_schemas
from workbench.ingest.verify import index_problems
from workbench.ingest.writer import IndexWriter
from workbench.llm.failures.error_records import error_from_record
from workbench.nlp.word_lists import word_list
from workbench.retrieval.channels import Channels
from workbench.retrieval.dense import ChromaIndex, DenseIndex, collection_name
from workbench.retrieval.embedders import Embedder, embedder_named
from workbench.retrieval.lexical import lexical_engine
from workbench.retrieval.search import Retriever
from workbench.retrieval.tables.query import TableStore
from workbench.settings import Settings
from workbench.workspace import Workspace

Progress: TypeAlias = Callable[[str, int, int], None]
"""Called with a stage (``waiting``, ``documents``, ``words``, ``vectors``), the number of items
done and the total."""

_VECTORS = "vectors"


@dataclass(frozen=True)
class OpenedIndex:
    """A workspace with its documents and a retriever over them."""

    workspace: Workspace
    """The workspace, with its tables, and the span of every evidence quote filled in."""
    documents: DocumentStore
    retriever: Retriever
    tables: TableStore
    failures: tuple[FailedFile, ...]
    """Files that are not among the documents."""
    warnings: tuple[FailedFile, ...]
    """Documents with metadata values that the workspace does not define."""
    fingerprint: str
    """Changes with the documents and with the configuration of the index."""
    catalogue: Catalogue
    build: int
    """Number of the build that made this state."""
    built: bool
    """False if the index was up to date and only reopened."""

    def files(self) -> dict[str, FileRecord]:
        """Read from the catalogue what became of each file, by path."""
        return self.catalogue.files()


async def open_index(
    workspace: Workspace,
    settings: Settings,
    progress: Progress | None = None,
    *,
    embedder: Embedder | None = None,
    rebuild: bool = False,
    retry: bool = False,
    on_file: FileWatch | None = None,
    cluster: Cluster | None = None,
    wait_s: float = 60.0,
) -> OpenedIndex:
    """Open the library of a workspace, with its index in ``<home>/indexes/<workspace id>``.

    Only changed documents are read and chunked again. Concurrent builds wait for each other; while
    one runs, a published state that is up to date is opened without waiting. A killed build leaves
    either the previous state or the new one, and the next build goes on from the files that it has
    parsed.

    Args:
        workspace: its documents, and the quotes of its graph.
        settings: they name the home and the stores.
        progress: called with each step.
        embedder: the one named in the settings, or None for a built-in one.
        rebuild: parse and embed everything again; until that is done, the index stays as it is.
        retry: read the files again that could not be read.
        on_file: called with each file that is read, and with what is being done with it.
        cluster: parses the files and computes the vectors; this process if None.
        wait_s: seconds to wait for another process that writes the index.

    Raises:
        WorkspaceError: a document does not contain a quote of the graph.
        ConfigurationError: an unknown embedder or lexical index.
        StoreError: the index cannot be written or read, or stays locked for ``wait_s`` seconds.
        ProviderError: the embedder fails, or the budget is spent (BudgetError). The index is
            unchanged; vectors that were stored are kept.
    """
    index_spec = _IndexSpec(workspace, settings, embedder or embedder_named(settings.embedder))
    build = _Build(progress or _no_progress, on_file or _no_watch, rebuild, retry, cluster)
    try:
        state = await asyncio.to_thread(index_spec.usable_for, build)
        built = state is None
        if state is None:
            waiting = partial(build.progress, "waiting", 0, 1)
            async with write_lock(index_spec.folder, wait_s=wait_s, on_wait=waiting):
                state = await asyncio.to_thread(index_spec.current_for, build)
                state = state or await index_spec.build(build)
    except OSError as error:
        raise StoreError(
            **localized("ingest.not_written", workspace=workspace.id, detail=str(error))
        ) from error
    except ProviderError as error:
        if not error.code:
            raise
        raise _not_indexed(error, index_spec.embedder.name) from error.original
    return await asyncio.to_thread(index_spec.open, state, built=built)


@dataclass(frozen=True)
class FileCounts:
    """Files of a documents folder: those in the index, and those that could not be read.

    Before the index is built, those that will be read, and those that no parser reads.
    """

    documents: int
    unread: tuple[FailedFile, ...]
    is_indexed: bool


def count_files(workspace: Workspace, settings: Settings) -> FileCounts:
    """Count the documents of a workspace, in its index if there is one."""
    counted = Catalogue(index_folder(workspace, settings)).count()
    if counted is not None:
        return FileCounts(counted.documents, counted.failed, is_indexed=True)
    found, refused = find_files(workspace.documents_folder)
    return FileCounts(len(found), tuple(refused), is_indexed=False)


def index_folder(workspace: Workspace, settings: Settings) -> Path:
    """Return the folder of a workspace's index."""
    return settings.workbench_home / "indexes" / workspace.id


def published_build(workspace_id: str, settings: Settings) -> int | None:
    """Return the number of a workspace's published build; None while another one runs."""
    return Catalogue(settings.workbench_home / "indexes" / workspace_id).published_build()


def is_indexed(workspace: Workspace, settings: Settings, embedder: Embedder) -> bool:
    """Return True if the index is up to date, so that opening it embeds nothing."""
    return _IndexSpec(workspace, settings, embedder).current() is not None


OUT_OF_DATE = "the index is missing or out of date: opening the workspace builds it"


def verify_index(
    workspace: Workspace,
    settings: Settings,
    progress: Progress | None = None,
    *,
    embedder: Embedder | None = None,
) -> tuple[str, ...]:
    """Return the problems of a workspace's index on disk, without building or changing it.

    The published state is checked even if files have changed since, or a build was killed.

    Raises:
        StoreError: a store is not available or cannot be read.
    """
    index_spec = _IndexSpec(workspace, settings, embedder or embedder_named(settings.embedder))
    problems = list(index_spec.problems(progress or _no_progress))
    if index_spec.current() is None:
        problems.append(OUT_OF_DATE)
    return tuple(problems)


def _not_indexed(error: ProviderError, embedder: str) -> ProviderError:
    """Return the error with the state of the index and how to continue added."""
    more = {"indexing": embedder} if isinstance(error, BudgetError) else {}
    text = localized(error.code, **error.words, unindexed=embedder, **more)
    return error_from_record(
        StageError(kind=error.kind, retryable=error.retryable, **text),
        error.provider,
        retry_after=error.retry_after,
        original=error.original,
    )


def _no_progress(_stage: str, _done: int, _total: int) -> None:
    """Report no progress."""


def _no_watch(_path: str, _stage: str) -> None:
    """Watch no file."""


@dataclass(frozen=True)
class _Build:
    """How an index is built, and who follows it."""

    progress: Progress
    on_file: FileWatch
    rebuild: bool
    retry: bool
    cluster: Cluster | None


@dataclass(frozen=True)
class _IndexSpec:
    """The index to open or build, and its settings."""

    workspace: Workspace
    settings: Settings
    embedder: Embedder

    @property
    def folder(self) -> Path:
        return index_folder(self.workspace, self.settings)

    @cached_property
    def catalogue(self) -> Catalogue:
        """The catalogue of the index."""
        return Catalogue(self.folder)

    @property
    def config(self) -> IndexConfig:
        return IndexConfig(
            chunking=content_hash(
                [
                    INDEX_VERSION,
                    PARSING_VERSION,
                    self.workspace.spec.retrieval.chunk_words,
                    word_list("stop_words"),
                ]
            ),
            lexical=self.settings.lexical_index,
            embedder=self.embedder.name,
            vectors=self.settings.chroma_url or "",
        )

    @property
    def dense(self) -> DenseIndex | None:
        """The vector store; None for an embedder that is not semantic."""
        if not self.embedder.semantic:
            return None
        name = collection_name(self.workspace.id, self.embedder.name)
        if self.settings.chroma_url:
            return ChromaIndex(name, url=self.settings.chroma_url)
        return ChromaIndex(name, folder=self.folder / _VECTORS)

    def current_for(self, build: _Build) -> IndexState | None:
        """Return the state if a build has nothing to do."""
        if build.rebuild:
            return None
        state = self.current()
        return None if state and state.failed and build.retry else state

    def usable_for(self, build: _Build) -> IndexState | None:
        """Return the state if a build has nothing to do, or if it is up to date while another runs.

        The other build may be that of another embedder.
        """
        if state := self.current_for(build):
            return state
        if build.rebuild or build.retry or not is_locked(self.folder):
            return None
        return self.current(while_building=True)

    def current(self, *, while_building: bool = False) -> IndexState | None:
        """Return the state if it matches the current files, graph and settings; else None.

        ``while_building`` accepts one that a build has begun to replace.
        """
        state = self.catalogue.state()
        if state is None or state.config != self.config:
            return None
        if state.is_building and not while_building:
            return None
        if not lexical_folder(self.folder, state.lexical).is_dir():
            return None
        same_quotes = state.spans().keys() == collect_quotes(self._stated()).keys()
        return state if same_quotes and self._same_files(state) else None

    def problems(self, report: Progress) -> Iterator[str]:
        """Yield the mismatches between the published state and what is stored of it."""
        state = self.catalogue.state()
        if state is None or state.config != self.config:
            return
        parsed = self.catalogue.parsed().values()
        pending = {chunk for one in parsed for chunk in one.all_chunks} if state.is_building else ()
        yield from index_problems(self.folder, state, self.dense, report, pending)

    async def build(self, how: _Build) -> IndexState:
        """Update the index, or rebuild it; the caller holds the lock."""
        writer = IndexWriter(
            folder=self.folder,
            root=self.workspace.documents_folder,
            catalogue=self.catalogue,
            config=self.config,
            chunk_words=self.workspace.spec.retrieval.chunk_words,
            dense=self.dense,
            embedder=how.cluster.embedder(self.embedder) if how.cluster else self.embedder,
            parse=how.cluster.parse if how.cluster else parse_here,
            progress=how.progress,
            on_file=how.on_file,
            retry=how.retry,
            rebuild=how.rebuild,
        )
        return await writer.build(collect_quotes(self._stated()))

    def open(self, state: IndexState, *, built: bool) -> OpenedIndex:
        """Return a library over one state of the index."""
        spec = self.workspace.spec
        library = DocumentStore(self.folder, state, spec.documents.metadata)
        engine = lexical_engine(self.settings.lexical_index)
        index = engine.open(lexical_folder(self.folder, state.lexical))
        channels = Channels(index, spec.retrieval.weights, self.dense, self.embedder)
        tables = read_schemas(self.folder, state.documents)
        return OpenedIndex(
            workspace=replace(
                self._located(state), tables={name: one for name, (one, _) in tables.items()}
            ),
            tables=TableStore({name: path for name, (_, path) in tables.items()}),
            documents=library,
            retriever=Retriever(
                library,
                channels,
                spec.retrieval,
                fields=spec.documents.metadata.keys(),
                subjects=[
                    name
                    for node in self.workspace.subjects
                    for name in (*all_texts(node.name), *node.aliases)
                ],
            ),
            failures=state.failures(),
            warnings=tuple(self._warnings(state)),
            fingerprint=content_hash([state.config.model_dump(), state.lexical]),
            catalogue=self.catalogue,
            build=state.build,
            built=built,
        )

    def _same_files(self, state: IndexState) -> bool:
        root = self.workspace.documents_folder
        found, failed = find_files(root)
        return (
            state.root == str(root.resolve())
            and {file.id: FileFingerprint.of(file) for file in found} == state.fingerprints
            and {file.path: file.reason for file in failed} == state.refused()
        )

    def _stated(self) -> list[Node | Edge]:
        """Return all nodes and edges, each of which may have an evidence quote."""
        return [*self.workspace.nodes.values(), *self.workspace.edges]

    def _located(self, state: IndexState) -> Workspace:
        spans = state.spans()
        nodes = {name: with_span(node, spans) for name, node in self.workspace.nodes.items()}
        edges = tuple(with_span(edge, spans) for edge in self.workspace.edges)
        return replace(self.workspace, nodes=nodes, edges=edges)

    def _warnings(self, state: IndexState) -> Iterator[FailedFile]:
        fields = self.workspace.spec.documents.metadata
        for name, record in state.documents.items():
            if problem := metadata_problem(record.metadata, fields, self.workspace.nodes):
                yield FailedFile(name, problem)
