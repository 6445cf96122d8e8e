"""Follow the edges of a graph, in memory or in arrays on disk."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import attrgetter
from typing import Protocol

from workbench.domain.graph import Edge, Node
from workbench.workspace.content import WorkspaceContent
from workbench.workspace.graph_arrays.array_graph import (
    DIRECTIONS,
    ArrayEdges,
    ArrayGraph,
    Direction,
)


class GraphStore(Protocol):
    """A graph whose edges are found by their nodes. Read-only and thread-safe."""

    @property
    def nodes(self) -> Mapping[str, Node]:
        """The nodes by id, in file order."""
        ...

    def node(self, node_id: str) -> Node | None:
        """Return the node with this id, or None."""
        ...

    def edge(self, edge_id: str) -> Edge | None:
        """Return the edge with this id, or None; one without a node at each end is unknown."""
        ...

    def nodes_of(self, node_type: str) -> Sequence[Node]:
        """Return all nodes of a type, in file order."""
        ...

    def follow(
        self, node_id: str, edge_type: str, direction: Direction
    ) -> Iterable[tuple[Edge, Node]]:
        """Return the edges of a type at a node, each with the node at the other end."""
        ...

    def reached(
        self, node_ids: Collection[str], edge_type: str, direction: Direction
    ) -> frozenset[str]:
        """Return the ids of the nodes that edges of a type lead to from any of some nodes."""
        ...

    def edges_at(self, node_id: str) -> Iterable[Edge]:
        """Return the edges from and to a node, in file order; one to itself comes once."""
        ...

    def degree(self, node_id: str) -> int:
        """Return the number of edges at a node; one to itself counts once."""
        ...


def graph_store(content: WorkspaceContent) -> GraphStore:
    """Return the store of a workspace's graph: over its arrays if it is kept as such."""
    if isinstance(content.edges, ArrayEdges):
        return ArrayGraphStore(content.edges.graph)
    return DictGraphStore(content.nodes, content.edges)


_FAR_END: Mapping[Direction, Callable[[Edge], str]] = {
    "out": attrgetter("target"),
    "in": attrgetter("source"),
}


class DictGraphStore:
    """A graph in dicts. Of a million edges it takes 1.3 GB, so that large graphs have arrays."""

    def __init__(self, nodes: Mapping[str, Node], edges: Iterable[Edge]) -> None:
        self.nodes = nodes
        self._by_type: dict[str, list[Node]] = defaultdict(list)
        for node in nodes.values():
            self._by_type[node.type].append(node)
        self._adjacent: dict[Direction, dict[tuple[str, str], list[Edge]]] = {"out": {}, "in": {}}
        self._edges: dict[str, Edge] = {}
        for edge in edges:
            if edge.source in nodes and edge.target in nodes:
                self._edges[edge.id] = edge
                self._adjacent["out"].setdefault((edge.source, edge.type), []).append(edge)
                self._adjacent["in"].setdefault((edge.target, edge.type), []).append(edge)

    def node(self, node_id: str) -> Node | None:
        return self.nodes.get(node_id)

    def edge(self, edge_id: str) -> Edge | None:
        return self._edges.get(edge_id)

    def nodes_of(self, node_type: str) -> Sequence[Node]:
        return self._by_type.get(node_type, ())

    def follow(
        self, node_id: str, edge_type: str, direction: Direction
    ) -> Iterator[tuple[Edge, Node]]:
        for edge in self._adjacent[direction].get((node_id, edge_type), ()):
            yield edge, self.nodes[edge.target if direction == "out" else edge.source]

    def reached(
        self, node_ids: Collection[str], edge_type: str, direction: Direction
    ) -> frozenset[str]:
        adjacent, far = self._adjacent[direction], _FAR_END[direction]
        return frozenset(
            far(edge) for one in node_ids for edge in adjacent.get((one, edge_type), ())
        )

    def edges_at(self, node_id: str) -> Sequence[Edge]:
        return self._edges_at.get(node_id, ())

    def degree(self, node_id: str) -> int:
        return len(self.edges_at(node_id))

    @cached_property
    def _edges_at(self) -> Mapping[str, Sequence[Edge]]:
        found: dict[str, list[Edge]] = defaultdict(list)
        for edge in self._edges.values():
            for node_id in {edge.source, edge.target}:
                found[node_id].append(edge)
        return found


class ArrayGraphStore:
    """A graph in arrays on disk; what is not asked for is not read."""

    def __init__(self, graph: ArrayGraph) -> None:
        self.nodes = graph.nodes
        self._graph = graph

    def node(self, node_id: str) -> Node | None:
        number = self._graph.number(node_id)
        return None if number is None else self._graph.node(number)

    def edge(self, edge_id: str) -> Edge | None:
        for node_id in _sources(edge_id, self._graph.edge_types):
            number = self._graph.number(node_id)
            if number is not None:
                kind = edge_id[len(node_id) + 1 :].partition("|")[0]
                for found in self._edges(number, "out", kind):
                    if found.id == edge_id:
                        return found
        return None

    def nodes_of(self, node_type: str) -> Sequence[Node]:
        return [self._graph.node(number) for number in self._graph.numbers_of(node_type).tolist()]

    def follow(
        self, node_id: str, edge_type: str, direction: Direction
    ) -> Iterator[tuple[Edge, Node]]:
        number = self._graph.number(node_id)
        if number is None:
            return
        edges = self._graph.edges_at(number, direction, edge_type)
        ends = self._graph.ends(edges, direction)
        for edge, end in zip(edges.tolist(), ends.tolist(), strict=True):
            yield self._graph.edge(edge), self._graph.node(end)

    def reached(
        self, node_ids: Collection[str], edge_type: str, direction: Direction
    ) -> frozenset[str]:
        found = (self._graph.number(node_id) for node_id in node_ids)
        numbers = [number for number in found if number is not None]
        return frozenset(self._graph.node_ids(self._graph.reached(numbers, edge_type, direction)))

    def edges_at(self, node_id: str) -> Sequence[Edge]:
        number = self._graph.number(node_id)
        if number is None:
            return ()
        numbers = {
            edge
            for direction in DIRECTIONS
            for edge in self._graph.edges_at(number, direction).tolist()
        }
        return [self._graph.edge(edge) for edge in sorted(numbers)]

    def degree(self, node_id: str) -> int:
        number = self._graph.number(node_id)
        return 0 if number is None else self._graph.degree(number)

    def _edges(self, number: int, direction: Direction, edge_type: str) -> Iterator[Edge]:
        return map(self._graph.edge, self._graph.edges_at(number, direction, edge_type).tolist())


def _sources(edge_id: str, edge_types: Collection[str]) -> Iterator[str]:
    """Yield what may be the source in an id ``source|TYPE|target``: ids may hold a ``|``."""
    for edge_type in edge_types:
        before, found, _ = edge_id.partition(f"|{edge_type}|")
        if found:
            yield before
