"""Opening a workspace: its folder becomes graph, indexes, registry, tools and offline stages."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from workbench.answer.offline import OfflineWriter
from workbench.answer.protocol import Writer
from workbench.domain.documents import Document
from workbench.ingest.build import open_library
from workbench.ingest.provenance import locate_quotes
from workbench.planner.offline import OfflinePlanner
from workbench.retrieval.graph import DictGraphStore
from workbench.retrieval.search import Retriever
from workbench.settings import Settings
from workbench.tools.graph import GraphTool
from workbench.tools.protocol import Tool
from workbench.tools.search import SearchTool
from workbench.understanding.registry import EntityRegistry
from workbench.workspace import Workspace, open_workspace

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class OpenWorkspace:
    """A workspace ready for questions. Shared by every session: it keeps nothing of any run."""

    workspace: Workspace
    documents: Mapping[str, Document]
    retriever: Retriever
    registry: EntityRegistry
    tools: Mapping[str, Tool]
    planner: OfflinePlanner
    writer: Writer


def open_parts(folder: Path, settings: Settings, progress: Progress | None = None) -> OpenWorkspace:
    """Read a workspace and open, or build, its indexes. Seconds at first, milliseconds later."""
    raw = open_workspace(folder)
    library = open_library(raw, settings, progress)
    nodes, edges = locate_quotes(raw.nodes, raw.edges, library.documents)
    workspace = Workspace(root=raw.root, spec=raw.spec, nodes=nodes, edges=edges)
    graph = DictGraphStore(workspace.nodes, workspace.edges)
    registry = EntityRegistry.build(workspace)
    names = workspace.spec.tools
    return OpenWorkspace(
        workspace=workspace,
        documents=library.documents,
        retriever=library.retriever,
        registry=registry,
        tools={
            names.graph: GraphTool(workspace, graph),
            names.search: SearchTool(workspace, library.retriever),
        },
        planner=OfflinePlanner(workspace, settings, library.retriever.best_relevance),
        writer=OfflineWriter(workspace),
    )
