"""What the index of a workspace is built from, and its parts once it is open.

What builds it is imported for a build: most processes open one that is up to date.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from workbench.domain.base import content_hash
from workbench.domain.local_text import all_texts
from workbench.ingest.catalogue import (
    INDEX_VERSION,
    Catalogue,
    FileFingerprint,
    FileRecord,
    IndexConfig,
    IndexState,
)
from workbench.ingest.document_store import DocumentStore
from workbench.ingest.documents import FailedFile, find_files, metadata_problem
from workbench.ingest.lexical import lexical_folder
from workbench.ingest.lock import is_locked
from workbench.ingest.parsers import PARSING_VERSION
from workbench.ingest.quotes import collect_quotes, with_span
from workbench.ingest.tables.stored import read_left_out, read_schemas
from workbench.nlp.word_lists import word_list
from workbench.retrieval.channels import Channels
from workbench.retrieval.dense import ChromaIndex, DenseIndex, collection_name
from workbench.retrieval.embedders import Embedder
from workbench.retrieval.lexical import lexical_engine
from workbench.retrieval.search import Retriever
from workbench.retrieval.tables.query import TableStore
from workbench.settings import Settings
from workbench.workspace import Workspace

if TYPE_CHECKING:
    from workbench.ingest.cluster import Cluster
    from workbench.ingest.parsed_files import FileWatch

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
    """Documents with metadata values that the workspace does not define, or with a table that
    cannot be queried."""
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


def index_folder(workspace: Workspace, settings: Settings) -> Path:
    """Return the folder of a workspace's index."""
    return settings.workbench_home / "indexes" / workspace.id


def graph_folder(name: str, settings: Settings) -> Path:
    """Return the folder in which the graph of a workspace is kept as arrays if it is large."""
    return settings.workbench_home / "indexes" / name / "graph"


@dataclass(frozen=True)
class BuildOptions:
    """How an index is built, and who follows it."""

    progress: Progress
    on_file: "FileWatch"
    rebuild: bool
    retry: bool
    cluster: "Cluster | None"


@dataclass(frozen=True)
class IndexSpec:
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

    def current_for(self, build: BuildOptions) -> IndexState | None:
        """Return the state if a build has nothing to do."""
        if build.rebuild:
            return None
        state = self.current()
        return None if state and state.failed and build.retry else state

    def usable_for(self, build: BuildOptions) -> IndexState | None:
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
        same_quotes = state.spans().keys() == collect_quotes(self.workspace.stated()).keys()
        return state if same_quotes and self._same_files(state) else None

    def problems(self, report: Progress) -> Iterator[str]:
        """Yield the mismatches between the published state and what is stored of it."""
        from workbench.ingest.verify import index_problems

        state = self.catalogue.state()
        if state is None or state.config != self.config:
            return
        parsed = self.catalogue.parsed().values()
        pending = {chunk for one in parsed for chunk in one.all_chunks} if state.is_building else ()
        yield from index_problems(self.folder, state, self.dense, report, pending)

    async def build(self, how: BuildOptions) -> IndexState:
        """Update the index, or rebuild it; the caller holds the lock."""
        from workbench.ingest.parsed_files import parse_here
        from workbench.ingest.writer import IndexWriter

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
        return await writer.build(collect_quotes(self.workspace.stated()))

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

    def _located(self, state: IndexState) -> Workspace:
        spans = state.spans()
        return (
            self.workspace.changed(lambda item: with_span(item, spans)) if spans else self.workspace
        )

    def _warnings(self, state: IndexState) -> Iterator[FailedFile]:
        fields = self.workspace.spec.documents.metadata
        for name, record in state.documents.items():
            if problem := metadata_problem(record.metadata, fields, self.workspace.nodes):
                yield FailedFile(name, problem)
        for table in read_left_out(self.folder, state.documents):
            yield FailedFile(table.document_id, table.message)
