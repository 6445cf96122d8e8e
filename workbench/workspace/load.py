"""Read a workspace folder into a validated Workspace."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from workbench.domain.local_text import LocalText
from workbench.errors import InputError, WorkbenchError, WorkspaceError
from workbench.i18n.errors import localized
from workbench.logs import log
from workbench.workspace.check_intents import check_intents
from workbench.workspace.content import WorkspaceContent
from workbench.workspace.graph_arrays.array_graph import ArrayGraph
from workbench.workspace.graph_arrays.stored import StoredGraph
from workbench.workspace.graph_builder import Graph, GraphBuilder
from workbench.workspace.intervals import with_intervals
from workbench.workspace.proposed_spec import PROPOSED_NODES
from workbench.workspace.read_spec import SPEC_FILE, read_spec
from workbench.workspace.schema import WorkspaceSpec
from workbench.workspace.tool_specs import ToolSpec


@dataclass(frozen=True)
class Workspace(WorkspaceContent):
    """A workspace with the tools that its plans may call."""

    tool_specs: Mapping[str, ToolSpec] = field(default_factory=dict)
    """Descriptions of the kinds of tools, in the order in which they are to be listed."""

    @cached_property
    def tool_names(self) -> Mapping[str, str]:
        """Kinds of the tools that plans may call, by the workspace's name for them."""
        available = (kind for kind, spec in self.tool_specs.items() if spec.is_available(self))
        return {self.tool_name(kind): kind for kind in available}

    @cached_property
    def query_intents(self) -> Mapping[str, LocalText]:
        """Intents of tools that no workspace declares, with their descriptions: TABLE_QUERY."""
        specs = [self.tool_specs[kind] for kind in self.tool_names.values()]
        return dict(spec.query_intent for spec in specs if spec.query_intent)

    @property
    def all_intents(self) -> Mapping[str, LocalText]:
        """The intents that a plan may name, with their descriptions."""
        own = {name: intent.description for name, intent in self.spec.intents.items()}
        return {**own, **self.query_intents}

    def tool_name(self, kind: str) -> str:
        """Return the name of a kind in plans: the workspace's own, or else the default one."""
        return self.spec.tools.name_of(kind) or self.tool_specs[kind].default_name


def open_workspace(
    folder: Path | str, tool_specs: Mapping[str, ToolSpec], *, arrays: Path | None = None
) -> Workspace:
    """Read and validate a workspace, whose plans may call tools of these kinds.

    Args:
        folder: the workspace's folder.
        tool_specs: the kinds of tools.
        arrays: the folder in which a large graph is kept as arrays, so that it is read from its
            files once; None to read it from them.

    Raises:
        WorkspaceError: with the file, the place in it and, for a wrong name, the nearest one.
    """
    root = Path(folder)
    try:
        return _read(root, tool_specs, arrays)
    except (InputError, WorkspaceError) as error:
        raise _with_path(error, root) from error
    except Exception as error:
        # A bug in reading one workspace must not keep the others from opening.
        log.exception("workspace_unreadable", workspace=str(root))
        words = {"place": str(root), "detail": f"{type(error).__name__}: {error}"}
        raise WorkspaceError(**localized("workspace.broken", **words)) from error


def _with_path(error: WorkbenchError, root: Path) -> WorkspaceError:
    """Return the error with the path of the workspace's folder before the name of the file."""
    place = str(root / str(error.words.get("place", "")))
    return WorkspaceError(**localized(error.code, **{**error.words, "place": place}))


def find_workspaces(folders: Iterable[Path]) -> dict[str, Path]:
    """Return workspace folders by id; of two with the same id, the first is used.

    A folder with an invalid workspace.yaml is listed too.
    """
    found: dict[str, Path] = {}
    for folder in folders:
        if not folder.is_dir():
            continue
        for child in sorted(folder.iterdir()):
            if os.path.lexists(child / SPEC_FILE):
                found.setdefault(child.name, child)
    return found


def _read(root: Path, tool_specs: Mapping[str, ToolSpec], arrays: Path | None) -> Workspace:
    spec = read_spec(root)
    check_intents(spec, tool_specs)
    stored = StoredGraph.of(arrays, root, spec) if arrays else None
    graph = (stored.open() if stored else None) or _read_graph(root, spec, stored)
    return Workspace(
        root=root, spec=spec, nodes=graph.nodes, edges=graph.edges, tool_specs=tool_specs
    )


def _read_graph(root: Path, spec: WorkspaceSpec, stored: StoredGraph | None) -> Graph | ArrayGraph:
    """Read a graph from its files, and store it if it is large."""
    builder = GraphBuilder(spec)
    builder.add_folder(root / "graph")
    builder.add_proposed(root / PROPOSED_NODES, PROPOSED_NODES)
    built = builder.build()
    graph = Graph(*with_intervals(built.nodes, built.edges, spec))
    if stored is None or not stored.is_for(graph.edges):
        return graph
    return stored.write(graph.nodes, graph.edges) or graph
