"""Workspaces made of a graph in a folder, with the labels that are proposed for it."""

from functools import cache
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory

from workbench.bootstrap.new_workspace import create_workspace
from workbench.planner.composer import Composer
from workbench.retrieval.graph_store import DictGraphStore
from workbench.settings import Settings
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import Workspace, open_workspace

GRAPHS = Path(__file__).parent / "graphs"


def folder_with(name: str, folder: Path) -> Path:
    """Copy a graph into a new folder: ``gallery`` (paintings) or ``offices`` (in Russian)."""
    folder.mkdir(parents=True)
    copy(GRAPHS / f"{name}.json", folder / "graph.json")
    return folder


@cache
def proposed_workspace(name: str) -> Workspace:
    """Return the workspace that ``workbench new`` proposes for a graph."""
    with TemporaryDirectory() as home:
        source = folder_with(name, Path(home) / "source")
        created = create_workspace(name, Settings(workbench_home=Path(home)), source)
        return open_workspace(created, TOOL_SPECS)


def store_of(workspace: Workspace) -> DictGraphStore:
    """Return the graph store of a workspace."""
    return DictGraphStore(workspace.nodes, workspace.edges)


@cache
def composer_for(name: str) -> Composer:
    """Return the composer of a graph's proposed workspace."""
    workspace = proposed_workspace(name)
    return Composer(workspace, store_of(workspace))
