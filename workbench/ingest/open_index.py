"""Open the index of a workspace: built on first use, updated when files change, else reopened."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from workbench.domain.base import content_hash
from workbench.domain.evidence import StageError
from workbench.domain.graph import Edge, Node
from workbench.domain.local_text import all_texts
from workbench.errors import BudgetError, ProviderError, StoreError
from workbench.i18n.errors import localized
from workbench.ingest.documents import FailedFile, find_files, metadata_problem
from workbench.ingest.lexical import lexical_folder
from workbench.ingest.library import Library
from workbench.ingest.lock import writing
from workbench.ingest.manifest import FileFingerprint, IndexConfig, IndexManifest, read_manifest
from workbench.ingest.quotes import quoted, with_span
from workbench.ingest.verify import index_problems
from workbench.ingest.writer import BUILD_LOCK, IndexWriter
from workbench.llm.error_records import error_from_record
from workbench.nlp.word_lists import word_list
from workbench.retrieval.channels import Channels
from workbench.retrieval.dense import ChromaIndex, DenseIndex, collection_name
from workbench.retrieval.embedders import Embedder, embed_documents, embedder_named
from workbench.retrieval.lexical import lexical_engine
from workbench.retrieval.search import Retriever
from workbench.settings import Settings
from workbench.workspace import Workspace

Progress: TypeAlias = Callable[[str, int, int], None]
"""Called with a stage (``waiting``, ``documents``, ``words``, ``vectors``), how many of it are
done, and of how many."""

_VERSION = 2
"""Raise it when chunks or tokens change for the same text and settings."""
_VECTORS = "vectors"


@dataclass(frozen=True)
class OpenedLibrary:
    """A workspace with its documents, ready to be searched."""

    workspace: Workspace
    """The workspace with the place of every evidence quote filled in."""
    documents: Library
    retriever: Retriever
    failures: tuple[FailedFile, ...]
    """Files that are not among the documents."""
    warnings: tuple[FailedFile, ...]
    """Documents whose metadata names what the workspace does not know."""
    fingerprint: str
    """Changes whenever the documents, or what was made of them, do."""
    built: bool
    """False when the index was only reopened."""


def open_library(
    workspace: Workspace,
    settings: Settings,
    progress: Progress | None = None,
    *,
    embedder: Embedder | None = None,
    rebuild: bool = False,
    wait_s: float = 60.0,
) -> OpenedLibrary:
    """The library of a workspace, its index in ``<home>/indexes/<workspace id>``.

    Only changed documents are read and chunked again. A second process that would build at the same
    time waits. A process killed midway leaves either the earlier state or the new one.
    ``embedder`` is the one that the settings name, unless that one is built in.

    Raises:
        WorkspaceError: a quote of the graph does not stand in its document.
        ConfigurationError: an embedder or a lexical index that does not exist.
        StoreError: the index cannot be written or read, or another process keeps writing it.
        ProviderError: the embedder is down, or a BudgetError. The index is as before; what was
            embedded is kept.
    """
    index_spec = _IndexSpec(workspace, settings, embedder or embedder_named(settings.embedder))
    report = progress or _in_silence
    try:
        catalogue = None if rebuild else index_spec.current()
        built = catalogue is None
        if catalogue is None:
            with writing(index_spec.folder, wait_s=wait_s, on_wait=lambda: report("waiting", 0, 1)):
                catalogue = (None if rebuild else index_spec.current()) or index_spec.build(
                    report, rebuild
                )
    except OSError as error:
        raise StoreError(
            **localized("ingest.not_written", workspace=workspace.id, detail=str(error))
        ) from error
    except ProviderError as error:
        if not error.code:
            raise
        raise _not_indexed(error, index_spec.embedder.name) from error.original
    return index_spec.open(catalogue, built=built)


def is_indexed(workspace: Workspace, settings: Settings, embedder: Embedder) -> bool:
    """True when the index is there and up to date, so that opening it embeds nothing."""
    return _IndexSpec(workspace, settings, embedder).current() is not None


def verify_library(
    workspace: Workspace, settings: Settings, *, embedder: Embedder | None = None
) -> tuple[str, ...]:
    """What is wrong with a workspace's index on disk; nothing is built or changed.

    Raises:
        StoreError: a store is down or damaged beyond reading.
    """
    index_spec = _IndexSpec(workspace, settings, embedder or embedder_named(settings.embedder))
    catalogue = index_spec.current()
    if catalogue is None:
        return ("the index is missing or out of date: opening the workspace builds it",)
    return tuple(index_problems(index_spec.folder, catalogue, index_spec.dense))


def _not_indexed(error: ProviderError, embedder: str) -> ProviderError:
    """The error, with the state of the index and how to continue."""
    more = {"indexing": embedder} if isinstance(error, BudgetError) else {}
    told = localized(error.code, **error.words, unindexed=embedder, **more)
    return error_from_record(
        StageError(kind=error.kind, retryable=error.retryable, **told),
        error.provider,
        retry_after=error.retry_after,
        original=error.original,
    )


def _in_silence(_stage: str, _done: int, _total: int) -> None:
    """Report no progress."""


@dataclass(frozen=True)
class _IndexSpec:
    """Which index to open or build, and with what settings."""

    workspace: Workspace
    settings: Settings
    embedder: Embedder

    @property
    def folder(self) -> Path:
        return self.settings.workbench_home / "indexes" / self.workspace.id

    @property
    def recipe(self) -> IndexConfig:
        return IndexConfig(
            chunking=content_hash(
                [_VERSION, self.workspace.spec.retrieval.chunk_words, word_list("stop_words")]
            ),
            lexical=self.settings.lexical_index,
            embedder=self.embedder.name,
            vectors=self.settings.chroma_url or "",
        )

    @property
    def dense(self) -> DenseIndex | None:
        """Where vectors are kept; None for an embedder whose vectors no search would read."""
        if not self.embedder.semantic:
            return None
        name = collection_name(self.workspace.id, self.embedder.name)
        if self.settings.chroma_url:
            return ChromaIndex(name, url=self.settings.chroma_url)
        return ChromaIndex(name, folder=self.folder / _VECTORS)

    def current(self) -> IndexManifest | None:
        """The catalogue when it describes the files, the graph and the settings as they are now."""
        if (self.folder / BUILD_LOCK).exists():
            return None
        catalogue = read_manifest(self.folder)
        if catalogue is None or catalogue.recipe != self.recipe:
            return None
        if not lexical_folder(self.folder, catalogue.lexical).is_dir():
            return None
        same_quotes = catalogue.spans().keys() == quoted(self._stated()).keys()
        return catalogue if same_quotes and self._same_files(catalogue) else None

    def build(self, report: Progress, rebuild: bool) -> IndexManifest:
        """Bring the index up to date; the caller holds the lock."""
        writer = IndexWriter(
            folder=self.folder,
            root=self.workspace.documents_folder,
            recipe=self.recipe,
            chunk_words=self.workspace.spec.retrieval.chunk_words,
            dense=self.dense,
            embedder=self.embedder,
            report=report,
        )
        if rebuild:
            embed_documents(self.embedder, [self.workspace.id])  # fail before anything is deleted
            writer.clear()
        return writer.build(quoted(self._stated()))

    def open(self, catalogue: IndexManifest, *, built: bool) -> OpenedLibrary:
        """Everything that reads, over one state of the index."""
        library = Library(self.folder, catalogue)
        spec = self.workspace.spec
        engine = lexical_engine(self.settings.lexical_index)
        index = engine.open(lexical_folder(self.folder, catalogue.lexical))
        channels = Channels(index, spec.retrieval.weights, self.dense, self.embedder)
        return OpenedLibrary(
            workspace=self._located(catalogue),
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
            failures=catalogue.failures(),
            warnings=tuple(self._warnings(catalogue)),
            fingerprint=content_hash([catalogue.recipe.model_dump(), catalogue.lexical]),
            built=built,
        )

    def _same_files(self, catalogue: IndexManifest) -> bool:
        root = self.workspace.documents_folder
        found, failed = find_files(root)
        return (
            catalogue.root == str(root.resolve())
            and {file.id: FileFingerprint.of(file) for file in found} == catalogue.stamps()
            and {file.path: file.reason for file in failed} == catalogue.refused()
        )

    def _stated(self) -> list[Node | Edge]:
        """Everything of the graph that may rest on a quote."""
        return [*self.workspace.nodes.values(), *self.workspace.edges]

    def _located(self, catalogue: IndexManifest) -> Workspace:
        spans = catalogue.spans()
        nodes = {name: with_span(node, spans) for name, node in self.workspace.nodes.items()}
        edges = tuple(with_span(edge, spans) for edge in self.workspace.edges)
        return replace(self.workspace, nodes=nodes, edges=edges)

    def _warnings(self, catalogue: IndexManifest) -> Iterator[FailedFile]:
        fields = self.workspace.spec.documents.metadata
        for name, record in catalogue.documents.items():
            if problem := metadata_problem(record.metadata, fields, self.workspace.nodes):
                yield FailedFile(name, problem)
