"""Open a workspace folder: its graph, indexes, entity registry, tools and offline stages."""

import asyncio
import gc
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from workbench.answer.offline_writer import OfflineWriter
from workbench.answer.protocol import Writer
from workbench.bootstrap.bundled_files import workspace_folders
from workbench.bootstrap.dictionary_file import read_kept_words, write_kept_words
from workbench.bootstrap.embedding import embedder_problem, open_embedder
from workbench.bootstrap.retrieval_presets import read_preset, with_preset
from workbench.bootstrap.stated_in_text import StatedInText
from workbench.bootstrap.values import MOST_NAMED, WorkspaceSummary
from workbench.checks.diagnostics.confidence.config import ConfidenceConfig
from workbench.domain.corrections import Correction
from workbench.domain.evidence import StageError
from workbench.errors import ConfigurationError, InputError, StoreError, WorkspaceError
from workbench.gc_pause import gc_paused
from workbench.i18n.errors import localized
from workbench.ingest.document_store import DocumentStore
from workbench.ingest.index_spec import OpenedIndex, graph_folder, index_folder
from workbench.ingest.open_index import count_files, is_indexed, open_index, verify_index
from workbench.ingest.quotes import with_current_span
from workbench.nlp.dictionary import note_words
from workbench.planner.offline_planner import OfflinePlanner
from workbench.retrieval.embedders import Embedder
from workbench.retrieval.graph_explorer import GraphExplorer
from workbench.retrieval.graph_store import GraphStore, graph_store
from workbench.retrieval.search import Retriever
from workbench.retrieval.tables.joins import is_sure
from workbench.retrieval.tables.values import find_values
from workbench.settings import Settings
from workbench.tools.protocol import Tool, ToolParts
from workbench.tools.registry import TOOL_KINDS, TOOL_SPECS
from workbench.understanding.entity_registry import EntityRegistry
from workbench.workspace import Workspace, find_workspaces, open_workspace
from workbench.workspace.corrections import corrected, denied_names
from workbench.workspace.graph_arrays.stored import StoredGraph
from workbench.workspace.nearest_name import nearest

if TYPE_CHECKING:
    from workbench.ingest.cluster import Cluster
    from workbench.ingest.parsed_files import FileWatch
    from workbench.planner.graph_query_planner import GraphQueryPlanner

Progress = Callable[[str, int, int], None]

_TRAINING = "classifier.npz"
"""The file, beside the index of a workspace, with what is learnt from its example questions."""

ALLOCATIONS = 10_000
"""Allocations between two garbage collections. Python's default of 700 cost a third of the time
under load, since every collection scans the open workspaces."""


@dataclass(frozen=True)
class OpenedWorkspace:
    """A workspace ready for questions. Shared by every session; holds no state of a run."""

    workspace: Workspace
    """The workspace after a person's corrections of its entities."""
    corrections: tuple[Correction, ...]
    library: OpenedIndex
    """The workspace as its files have it, and its indexes."""
    documents: DocumentStore
    retriever: Retriever
    embedder: Embedder
    registry: EntityRegistry
    graph: GraphStore
    tools: Mapping[str, Tool]
    planner: OfflinePlanner
    writer: Writer

    @cached_property
    def explorer(self) -> GraphExplorer:
        """The graph as the Graph page reads it, indexed on first use."""
        return GraphExplorer(self.graph)


class StoredEdits(NamedTuple):
    """What people changed in a workspace apart from its files."""

    corrections: tuple[Correction, ...] = ()
    live_prompts: Mapping[str, str] = {}
    """Texts of the templates that were made live, by file name."""


NO_EDITS = StoredEdits()


async def open_parts(
    folder: Path,
    settings: Settings,
    progress: Progress | None = None,
    *,
    embedder: Embedder | None = None,
    edits: StoredEdits = NO_EDITS,
) -> OpenedWorkspace:
    """Read a workspace and open its indexes, building them on first use (seconds).

    ``embedder`` is the one named in the settings, opened here if None. One that is not configured
    raises ConfigurationError if the index has yet to be built.
    """
    _raise_gc_threshold()
    embedder = embedder or open_embedder(settings)
    place = settings.workbench_home / "indexes" / folder.name
    kept = await asyncio.to_thread(read_kept_words, place)
    with note_words() as noted:
        read = await asyncio.to_thread(_read, folder, settings)
        problem = embedder_problem(settings)
        if problem and not await asyncio.to_thread(is_indexed, read, settings, embedder):
            raise problem
        library = await open_index(read, settings, progress, embedder=embedder)
        opened = await asyncio.to_thread(_assembled, library, settings, embedder, edits)
    await asyncio.to_thread(write_kept_words, place, kept, noted)
    return opened


async def recorrected(
    opened: OpenedWorkspace, edits: StoredEdits, settings: Settings
) -> OpenedWorkspace:
    """Return an open workspace with other edits of people, over the same indexes."""
    return await asyncio.to_thread(_assembled, opened.library, settings, opened.embedder, edits)


def _read(folder: Path, settings: Settings) -> Workspace:
    """Read a workspace, with the search settings that a person saved for it."""
    workspace = _open(folder, settings)
    preset = read_preset(workspace.id, settings)
    return with_preset(workspace, preset) if preset else workspace


def _open(folder: Path, settings: Settings) -> Workspace:
    """Read a workspace, whose graph is kept beside its index if it is large."""
    with gc_paused():
        return open_workspace(folder, TOOL_SPECS, arrays=graph_folder(folder.name, settings))


def _assembled(
    library: OpenedIndex,
    settings: Settings,
    embedder: Embedder,
    edits: StoredEdits,
) -> OpenedWorkspace:
    retriever, corrections = library.retriever, edits.corrections
    with gc_paused():
        workspace = corrected(library.workspace, corrections)
        if edits.live_prompts:
            workspace = replace(workspace, live_prompts=edits.live_prompts)
        if any(one.kind == "accept_draft" and one.counts for one in corrections):
            workspace = _with_current_spans(workspace, library.documents)
        graph = graph_store(workspace)
        registry = EntityRegistry.build(workspace, denied_names(corrections))
    parts = ToolParts(workspace, graph, retriever, library.tables)
    return OpenedWorkspace(
        workspace=workspace,
        corrections=corrections,
        library=library,
        documents=library.documents,
        retriever=retriever,
        embedder=embedder,
        registry=registry,
        graph=graph,
        tools={name: TOOL_KINDS[kind].build(parts) for name, kind in workspace.tool_names.items()},
        planner=OfflinePlanner(
            workspace,
            settings,
            retriever.best_relevance,
            _query_planner(workspace, settings, graph, has_documents=bool(library.documents)),
            retriever.best_document,
            partial(find_values, library.tables),
            partial(is_sure, library.tables),
            states_answer=StatedInText(workspace, retriever),
            tables_alone=_has_only_tables(workspace, library),
            training=index_folder(workspace, settings) / _TRAINING,
        ),
        writer=OfflineWriter(workspace),
    )


def _has_only_tables(workspace: Workspace, library: OpenedIndex) -> bool:
    """Whether every document is a file of tables."""
    tables = workspace.tables.values()
    of_tables = {table.document_id for table in tables if not table.is_in_text}
    return bool(of_tables) and of_tables >= {*library.documents}


def _with_current_spans(workspace: Workspace, documents: DocumentStore) -> Workspace:
    """Return a workspace whose accepted drafts are located in the documents as they are now."""
    return workspace.changed(lambda item: with_current_span(item, documents))


def _query_planner(
    workspace: Workspace, settings: Settings, graph: GraphStore, *, has_documents: bool
) -> "Callable[[], GraphQueryPlanner] | None":
    """Return what makes the planner of queries to the graph; None where nodes have no relations.

    It takes a while to import, and a question that an intent surely covers does without it.
    """
    if not workspace.edges:
        return None

    @cache
    def planner() -> "GraphQueryPlanner":
        from workbench.planner.composer import Composer
        from workbench.planner.graph_query_planner import GraphQueryPlanner

        return GraphQueryPlanner(
            workspace,
            Composer(workspace, graph),
            threshold=settings.plan_confidence_threshold,
            has_documents=has_documents,
        )

    return planner


async def reindex(
    name: str,
    settings: Settings,
    progress: Progress | None = None,
    on_file: "FileWatch | None" = None,
    *,
    cluster: "Cluster | None" = None,
) -> OpenedIndex:
    """Rebuild a workspace's indexes; processes that have the old ones open keep them."""
    return await _index(name, settings, progress, on_file, rebuild=True, cluster=cluster)


async def update_index(
    name: str,
    settings: Settings,
    progress: Progress | None = None,
    on_file: "FileWatch | None" = None,
    *,
    retry: bool = False,
    cluster: "Cluster | None" = None,
) -> OpenedIndex:
    """Index the files of a workspace that are new or changed, on a cluster if one is given.

    ``retry`` reads those again that could not be read. ``on_file`` is called with each file that
    is read, and with what is being done with it.
    """
    return await _index(name, settings, progress, on_file, retry=retry, cluster=cluster)


async def _index(
    name: str,
    settings: Settings,
    progress: Progress | None,
    on_file: "FileWatch | None",
    *,
    rebuild: bool = False,
    retry: bool = False,
    cluster: "Cluster | None" = None,
) -> OpenedIndex:
    folder = folder_of(name, find_workspaces(workspace_folders(settings)))
    if rebuild:
        shutil.rmtree(graph_folder(name, settings), ignore_errors=True)
    return await open_index(
        _open(folder, settings),
        settings,
        progress,
        embedder=open_embedder(settings),
        rebuild=rebuild,
        retry=retry,
        on_file=on_file,
        cluster=cluster,
    )


def verify(name: str, settings: Settings, progress: Progress | None = None) -> tuple[str, ...]:
    """List the problems of a workspace's index on disk, changing nothing."""
    folder = folder_of(name, find_workspaces(workspace_folders(settings)))
    workspace = open_workspace(folder, TOOL_SPECS)
    stored = StoredGraph.of(graph_folder(name, settings), folder, workspace.spec)
    index = verify_index(workspace, settings, progress, embedder=open_embedder(settings))
    return (*stored.problems(workspace.nodes, workspace.edges), *index)


def find_folders(settings: Settings) -> Mapping[str, Path]:
    """The folder of every workspace, by name.

    Raises:
        ConfigurationError: the default workspace does not exist.
    """
    folders = find_workspaces(workspace_folders(settings))
    if folders and settings.workbench_default not in folders:
        raise ConfigurationError(
            **localized(
                "bootstrap.no_default", name=settings.workbench_default, known=", ".join(folders)
            )
        )
    return folders


def folder_of(name: str, folders: Mapping[str, Path]) -> Path:
    """The folder of a workspace; an unknown name raises InputError with the nearest match."""
    if name in folders:
        return folders[name]
    close = nearest(name, folders)
    hint = {"close": close} if close else {"known": ", ".join(folders) or "-"}
    raise InputError(**localized("bootstrap.no_workspace", name=name, **hint))


def summarize(
    name: str, folder: Path, settings: Settings, opened: OpenedWorkspace | None
) -> WorkspaceSummary:
    """Summarize a workspace for a list, reading its files unless it is open."""
    try:
        workspace = opened.workspace if opened else _open(folder, settings)
        ConfidenceConfig(**workspace.spec.confidence_config)
        files = count_files(workspace, settings)
    except (WorkspaceError, InputError, StoreError) as error:
        problem = StageError.of(error)
        return WorkspaceSummary(id=name, title=name, error=str(error), problem=problem)
    spec = workspace.spec
    return WorkspaceSummary(
        id=name,
        title=spec.title,
        description=spec.scope.description,
        languages=spec.languages,
        examples={str(language): texts for language, texts in spec.examples.items()},
        nodes=sum(not node.proposed for node in workspace.nodes.values()),
        proposed=sum(node.proposed for node in workspace.nodes.values()),
        edges=len(workspace.edges),
        documents=files.documents,
        unread=len(files.unread),
        unread_files={file.path: file.reason for file in files.unread[:MOST_NAMED]},
        is_indexed=files.is_indexed,
        citations=spec.citations,
    )


def _raise_gc_threshold() -> None:
    """Make the garbage collector run less often, unless it already does."""
    if gc.get_threshold()[0] < ALLOCATIONS:
        gc.set_threshold(ALLOCATIONS, *gc.get_threshold()[1:])
