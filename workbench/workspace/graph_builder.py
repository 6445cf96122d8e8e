"""Build a graph from rows, each checked against the types that the workspace declares."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import ValidationError

from workbench.domain.graph import Edge, Node
from workbench.errors import WorkspaceError
from workbench.i18n.errors import localized
from workbench.workspace.check_graph import check_edge, check_node
from workbench.workspace.invalid import invalid
from workbench.workspace.schema import WorkspaceSpec

_Item = TypeVar("_Item", Node, Edge)


@dataclass(frozen=True)
class Graph:
    """Nodes by id and edges, both in the order in which they were added."""

    nodes: Mapping[str, Node]
    edges: tuple[Edge, ...]


class GraphBuilder:
    """Collects nodes and edges; every error names the place that a row came from."""

    def __init__(self, spec: WorkspaceSpec) -> None:
        self._spec = spec
        self._nodes: dict[str, Node] = {}
        self._edges: dict[str, Edge] = {}
        self._places: dict[str, str] = {}

    def add_node(self, row: Mapping[str, Any], place: str) -> None:
        """Add a node: ``{id, type, name, aliases, properties, evidence}``.

        Raises:
            WorkspaceError: the row is not a node of a declared type, or its id is taken.
        """
        node = _validated(Node, row, place)
        check_node(self._spec, node, place)
        if node.id in self._nodes:
            words = {"place": place, "node": node.id, "first": self._places[node.id]}
            raise WorkspaceError(**localized("workspace.node_twice", **words))
        self._nodes[node.id], self._places[node.id] = node, place

    def add_edge(self, row: Mapping[str, Any], place: str) -> None:
        """Add an edge: ``{source, type, target, key, properties, evidence}``.

        Raises:
            WorkspaceError: the row is not an edge, or the same edge is there already.
        """
        edge = _validated(Edge, row, place)
        if edge.id in self._edges:
            words = {"place": place, "edge": edge.id, "first": self._places[edge.id]}
            raise WorkspaceError(**localized("workspace.edge_twice", **words))
        self._edges[edge.id], self._places[edge.id] = edge, place

    def build(self) -> Graph:
        """The graph. Edges are checked here, so that they may come before their nodes.

        Raises:
            WorkspaceError: an edge of no declared type, or whose ends do not fit its type.
        """
        for name, edge in self._edges.items():
            check_edge(self._spec, self._nodes, edge, self._places[name])
        return Graph(dict(self._nodes), tuple(self._edges.values()))


def _validated(model: type[_Item], row: Mapping[str, Any], place: str) -> _Item:
    try:
        return model.model_validate(row)
    except ValidationError as error:
        raise invalid(error, place) from error
