"""Explore a graph from node to node: search by name, neighbours by rank, shortest paths."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from workbench.domain.evidence import GraphPath
from workbench.domain.graph import Edge, Node
from workbench.domain.local_text import all_texts
from workbench.retrieval.graph_store import GraphStore


@dataclass(frozen=True)
class TypeFilter:
    """The node and edge types to look at; an empty set allows every type."""

    nodes: frozenset[str] = frozenset()
    edges: frozenset[str] = frozenset()

    def allows_node(self, node: Node) -> bool:
        """Whether the node's type is looked at."""
        return not self.nodes or node.type in self.nodes

    def allows_edge(self, edge: Edge) -> bool:
        """Whether the edge's type is looked at."""
        return not self.edges or edge.type in self.edges


EVERY_TYPE = TypeFilter()


class _Name(NamedTuple):
    text: str
    node: Node


class GraphExplorer:
    """A graph as a person walks it: searched by name, followed to the most connected nodes."""

    def __init__(self, store: GraphStore) -> None:
        self.nodes = store.nodes
        self.edge = store.edge
        self.degree = store.degree
        self._store = store

    def edges_at(self, node_id: str, types: TypeFilter = EVERY_TYPE) -> Iterator[Edge]:
        """Yield the edges at a node whose type and other end are looked at, in file order."""
        for edge in self._store.edges_at(node_id):
            if types.allows_edge(edge) and types.allows_node(self.nodes[edge.other_end(node_id)]):
                yield edge

    def edges_among(
        self, node_ids: Iterable[str], types: TypeFilter = EVERY_TYPE
    ) -> Sequence[Edge]:
        """The edges of which both ends are among the nodes."""
        chosen = dict.fromkeys(node_ids)
        return [
            edge
            for node_id in chosen
            for edge in self.edges_at(node_id, types)
            if edge.source == node_id and edge.target in chosen
        ]

    def neighbours(self, node_id: str, types: TypeFilter = EVERY_TYPE) -> Sequence[Node]:
        """The nodes next to a node, the most connected first."""
        found = {edge.other_end(node_id): None for edge in self.edges_at(node_id, types)}
        found.pop(node_id, None)
        return sorted((self.nodes[one] for one in found), key=lambda node: -self.degree(node.id))

    def most_connected(self, types: TypeFilter = EVERY_TYPE) -> Iterator[Node]:
        """Yield the nodes, those with the most edges first."""
        return (node for node in self._by_degree if types.allows_node(node))

    @cached_property
    def _by_degree(self) -> Sequence[Node]:
        return sorted(self.nodes.values(), key=lambda node: -self.degree(node.id))

    def search(self, text: str, types: TypeFilter = EVERY_TYPE) -> Sequence[Node]:
        """The nodes with a name or an alias that contains the text.

        Whole names come first, then beginnings of names, beginnings of words, and the rest; of
        equally good matches the most connected node comes first.
        """
        wanted = _folded(text)
        if not wanted:
            return []
        best: dict[str, int] = {}
        for name, node in self._names:
            if wanted in name and types.allows_node(node):
                rank = _rank(name, wanted)
                best[node.id] = min(rank, best.get(node.id, rank))
        order = sorted(best, key=lambda one: (best[one], -self.degree(one)))
        return [self.nodes[one] for one in order]

    @cached_property
    def _names(self) -> Sequence[_Name]:
        return [
            _Name(_folded(name), node)
            for node in self.nodes.values()
            for name in (*all_texts(node.name), *node.aliases)
        ]

    def shortest_path(
        self, start: str, end: str, types: TypeFilter = EVERY_TYPE
    ) -> GraphPath | None:
        """A path with the fewest edges, in whatever direction they point; None without one."""
        before: dict[str, Edge | None] = {start: None}
        reached = [start]
        while reached and end not in before:
            following = []
            for node_id in reached:
                for edge in self.edges_at(node_id, types):
                    other = edge.other_end(node_id)
                    if other not in before:
                        before[other] = edge
                        following.append(other)
            reached = following
        return _walked_back(before, end) if end in before else None


def _walked_back(before: Mapping[str, Edge | None], end: str) -> GraphPath:
    nodes, edges = [end], []
    while (edge := before[nodes[-1]]) is not None:
        edges.append(edge.id)
        nodes.append(edge.other_end(nodes[-1]))
    return GraphPath(nodes=tuple(reversed(nodes)), edges=tuple(reversed(edges)))


def _folded(text: str) -> str:
    return " ".join(text.casefold().replace("ё", "е").split())


def _rank(name: str, wanted: str) -> int:
    if name == wanted:
        return 0
    if name.startswith(wanted):
        return 1
    return 2 if f" {wanted}" in name else 3
