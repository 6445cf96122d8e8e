"""Shortest paths between two sets of nodes, along edges of any direction."""

from collections.abc import Collection, Iterator
from itertools import islice

from workbench.domain.evidence import GraphPath
from workbench.retrieval.graph_store import GraphStore

MOST_PATHS = 5
"""Paths of the least length that are returned."""


def shortest_paths(
    store: GraphStore,
    starts: Collection[str],
    ends: Collection[str],
    longest: int,
    edge_type: str = "",
) -> Iterator[GraphPath]:
    """Yield the paths of the least number of edges, at most ``longest``, from starts to ends.

    They follow edges of one type, if it is given, or else of any.
    """
    frontier = [GraphPath(nodes=(start,)) for start in sorted(starts)]
    seen = set(starts)
    for _ in range(longest):
        further = [
            GraphPath(nodes=(*path.nodes, end), edges=(*path.edges, edge.id))
            for path in frontier
            for edge in store.edges_at(path.nodes[-1])
            if edge_type in ("", edge.type) and (end := edge.other_end(path.nodes[-1])) not in seen
        ]
        found = {path.nodes: path for path in reversed(further) if path.nodes[-1] in ends}
        if found:
            yield from islice(found.values(), MOST_PATHS)
            return
        seen |= {path.nodes[-1] for path in further}
        frontier = list({path.nodes[-1]: path for path in reversed(further)}.values())
