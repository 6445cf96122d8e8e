"""Opening a workspace: its folder becomes graph, indexes, registry, tools and offline stages."""

import gc
import os
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from workbench.answer.offline_writer import OfflineWriter
from workbench.answer.protocol import Writer
from workbench.bootstrap.bundled_files import workspace_folders
from workbench.bootstrap.embedding import embedder_problem, open_embedder
from workbench.bootstrap.values import WorkspaceSummary
from workbench.domain.documents import Document
from workbench.domain.evidence import StageError
from workbench.errors import ConfigurationError, InputError, WorkspaceError
from workbench.i18n.errors import localized
from workbench.ingest.open_index import OpenedLibrary, is_indexed, open_library, verify_library
from workbench.planner.offline_planner import OfflinePlanner
from workbench.retrieval.embedders import Embedder
from workbench.retrieval.graph_store import DictGraphStore
from workbench.retrieval.search import Retriever
from workbench.settings import Settings
from workbench.tools.protocol import Tool, ToolParts
from workbench.tools.registry import TOOL_KINDS
from workbench.understanding.registry import EntityRegistry
from workbench.workspace import Workspace, find_workspaces, open_workspace
from workbench.workspace.nearest_name import nearest

Progress = Callable[[str, int, int], None]

ALLOCATIONS = 10_000
"""Between two looks of the garbage collector; Python's own 700 cost a third of the time under load,
since an open workspace is looked through again and again."""


@dataclass(frozen=True)
class OpenedWorkspace:
    """A workspace ready for questions. Shared by every session: it keeps nothing of any run."""

    workspace: Workspace
    documents: Mapping[str, Document]
    retriever: Retriever
    registry: EntityRegistry
    tools: Mapping[str, Tool]
    planner: OfflinePlanner
    writer: Writer


def open_parts(
    folder: Path,
    settings: Settings,
    progress: Progress | None = None,
    *,
    embedder: Embedder | None = None,
) -> OpenedWorkspace:
    """Read a workspace and open, or build, its indexes. Seconds at first, milliseconds later.

    ``embedder`` is the one that the settings name, opened here unless it is given. One that cannot
    be asked is a ConfigurationError where the index is not there yet.
    """
    _calm_collector()
    embedder = embedder or open_embedder(settings)
    with _without_collector():
        read = open_workspace(folder)
    problem = embedder_problem(settings)
    if problem and not is_indexed(read, settings, embedder):
        raise problem
    library = open_library(read, settings, progress, embedder=embedder)
    workspace, retriever = library.workspace, library.retriever
    with _without_collector():
        graph = DictGraphStore(workspace.nodes, workspace.edges)
        registry = EntityRegistry.build(workspace)
    parts = ToolParts(workspace, graph, retriever)
    return OpenedWorkspace(
        workspace=workspace,
        documents=library.documents,
        retriever=retriever,
        registry=registry,
        tools={name: TOOL_KINDS[kind].build(parts) for name, kind in workspace.tool_names.items()},
        planner=OfflinePlanner(workspace, settings, _scope_probe(retriever)),
        writer=OfflineWriter(workspace),
    )


def reindex(name: str, settings: Settings, progress: Progress | None = None) -> OpenedLibrary:
    """Build a workspace's indexes anew; whoever has the old ones open keeps them."""
    folder = folder_of(name, find_workspaces(workspace_folders(settings)))
    return open_library(
        open_workspace(folder),
        settings,
        progress,
        embedder=open_embedder(settings),
        rebuild=True,
    )


def verify(name: str, settings: Settings) -> tuple[str, ...]:
    """What is wrong with a workspace's index as it lies there; nothing is built or changed."""
    folder = folder_of(name, find_workspaces(workspace_folders(settings)))
    return verify_library(open_workspace(folder), settings, embedder=open_embedder(settings))


def find_folders(settings: Settings) -> Mapping[str, Path]:
    """The folder of every workspace there is, by name.

    Raises:
        ConfigurationError: the default workspace is not among them.
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
    """The folder of a workspace; a name that is not there is an InputError with the nearest one."""
    if name in folders:
        return folders[name]
    close = nearest(name, folders)
    hint = {"close": close} if close else {"known": ", ".join(folders) or "-"}
    raise InputError(**localized("bootstrap.no_workspace", name=name, **hint))


def summarize(name: str, folder: Path, opened: OpenedWorkspace | None) -> WorkspaceSummary:
    """A workspace as a list shows it, whether or not it is open."""
    try:
        workspace = opened.workspace if opened else open_workspace(folder)
    except WorkspaceError as error:
        problem = StageError.of(error)
        return WorkspaceSummary(id=name, title=name, error=str(error), problem=problem)
    spec = workspace.spec
    return WorkspaceSummary(
        id=name,
        title=spec.title,
        description=spec.scope.description,
        languages=spec.languages,
        examples={str(language): texts for language, texts in spec.examples.items()},
        nodes=len(workspace.nodes),
        edges=len(workspace.edges),
        documents=_count_files(workspace.documents_folder),
        citations=spec.citations,
    )


def _count_files(folder: Path) -> int:
    return sum(len(names) for _, _, names in os.walk(folder))


def _calm_collector() -> None:
    """Let the garbage collector look less often, if it does not already."""
    if gc.get_threshold()[0] < ALLOCATIONS:
        gc.set_threshold(ALLOCATIONS, *gc.get_threshold()[1:])


@contextmanager
def _without_collector() -> Iterator[None]:
    """Keep the garbage collector from looking through a graph while it is read: all of it stays.

    A fifth of the time of a graph of 100,000 nodes.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _scope_probe(retriever: Retriever) -> Callable[[str], Awaitable[float]]:
    """How relevant the documents' best passage is to a question, judged aside, in a thread."""

    async def probe(question: str) -> float:
        return await retriever.aside(partial(retriever.best_relevance, question))

    return probe
