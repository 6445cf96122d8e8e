"""Counts of a graph's nodes and relations, from which its schema is derived."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from workbench.domain.base import Value
from workbench.domain.graph import Edge, Node


class RelationSummary(Value):
    """What the edges of one type connect."""

    count: int
    """Number of edges."""
    ends: tuple[tuple[str, str], ...]
    """Types of their sources and targets, in the order in which the pairs occur."""
    mutual: float
    """Of the pairs of nodes of one type that they connect, the share connected both ways."""


def count_nodes(nodes: Iterable[Node]) -> dict[str, int]:
    """Return the number of nodes of each type, in the order in which the types occur."""
    return dict(Counter(node.type for node in nodes))


def summarize_relations(
    nodes: Mapping[str, Node], edges: Iterable[Edge]
) -> dict[str, RelationSummary]:
    """Return what the edges of each type connect; every edge ends at the nodes."""
    counts: Counter[str] = Counter()
    ends: dict[str, dict[tuple[str, str], None]] = defaultdict(dict)
    pairs: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for edge in edges:
        source, target = nodes[edge.source].type, nodes[edge.target].type
        counts[edge.type] += 1
        ends[edge.type].setdefault((source, target))
        if source == target:
            pairs[edge.type].add((edge.source, edge.target))
    return {
        name: RelationSummary(
            count=counts[name], ends=tuple(ends[name]), mutual=_mutual_share(pairs[name])
        )
        for name in ends
    }


def _mutual_share(pairs: set[tuple[str, str]]) -> float:
    both = sum((target, source) in pairs for source, target in pairs)
    return both / len(pairs) if pairs else 0.0
