"""Keep the graph in memory, with edges in dicts keyed by node and edge type."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from workbench.domain.graph import Edge, Node

Direction = Literal["out", "in"]


class DictGraphStore:
    """Nodes by id and type, edges by node, direction and type. Read-only after construction.

    Graph algorithms and layout run on a networkx copy of the subgraph that a question used. A graph
    of a million edges takes 1.3 GB with its nodes and edges as values; see `make bench`.
    """

    def __init__(self, nodes: Mapping[str, Node], edges: Iterable[Edge]) -> None:
        self._nodes = dict(nodes)
        self._by_type: dict[str, list[Node]] = defaultdict(list)
        for node in self._nodes.values():
            self._by_type[node.type].append(node)
        self._adjacent: dict[Direction, dict[tuple[str, str], list[Edge]]] = {"out": {}, "in": {}}
        self._edges: dict[str, Edge] = {}
        for edge in edges:
            self._edges[edge.id] = edge
            self._adjacent["out"].setdefault((edge.source, edge.type), []).append(edge)
            self._adjacent["in"].setdefault((edge.target, edge.type), []).append(edge)

    def node(self, node_id: str) -> Node | None:
        """Return the node with this id, or None."""
        return self._nodes.get(node_id)

    def edge(self, edge_id: str) -> Edge | None:
        """Return the edge with this id, or None."""
        return self._edges.get(edge_id)

    def nodes_of(self, node_type: str) -> Sequence[Node]:
        """Return all nodes of a type, in file order."""
        return self._by_type.get(node_type, ())

    def follow(
        self, node_id: str, edge_type: str, direction: Direction
    ) -> Iterable[tuple[Edge, Node]]:
        """Yield the edges of a type at a node, each with the node at the other end."""
        for edge in self._adjacent[direction].get((node_id, edge_type), ()):
            other = self._nodes.get(edge.target if direction == "out" else edge.source)
            if other is not None:
                yield edge, other

    def __len__(self) -> int:
        return len(self._nodes)
