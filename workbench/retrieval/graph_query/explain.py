"""Show why a node is in a set: the paths from the named nodes to it."""

from collections.abc import Iterator, Mapping
from itertools import islice

from workbench.domain.evidence import GraphPath
from workbench.domain.graph_query import (
    AnySet,
    CombinedSet,
    Direction,
    FollowSet,
    LinkedSet,
    TopSet,
)
from workbench.retrieval.graph_query.evaluate import Nodes, SetEvaluator
from workbench.retrieval.graph_query.spans import Days, days_asked

MOST_PATHS = 20
"""Paths to one node that are kept as evidence."""
_MOST_TRIED = 10 * MOST_PATHS
"""Paths that are compared to find those: nested sets repeat the same ones, twice at each level."""
_REVERSED: Mapping[Direction, Direction] = {"out": "in", "in": "out", "both": "both"}


class PathFinder:
    """Finds the paths to nodes of evaluated sets."""

    def __init__(
        self, evaluator: SetEvaluator, sets: Mapping[str, AnySet], nodes: Mapping[str, Nodes]
    ) -> None:
        """``sets`` and their ``nodes`` are by id."""
        self._evaluator = evaluator
        self._sets = sets
        self._nodes = nodes

    def paths(self, set_id: str, name: str) -> tuple[GraphPath, ...]:
        """Return the paths to a node of a set, at least one; that of a named node is itself."""
        tried = islice(self._paths(set_id, name), _MOST_TRIED)
        kept = tuple(islice(dict.fromkeys(tried), MOST_PATHS))
        longer = tuple(path for path in kept if path.edges)
        return longer or kept or (GraphPath(nodes=(name,)),)

    def _paths(self, set_id: str, name: str) -> Iterator[GraphPath]:
        one = self._sets[set_id]
        match one:
            case FollowSet():
                yield from self._followed(one, name)
            case CombinedSet():
                parts = (one.of,) if one.op == "minus" else (one.of, one.with_)
                for part in parts:
                    if name in self._nodes[part]:
                        yield from self._paths(part, name)
            case LinkedSet(op="has"):
                for path in self._paths(one.of, name):
                    yield from self._extended(path, one.edge, one.direction, days_asked(one))
            case TopSet() if one.by.edge:
                among = self._nodes[one.with_] if one.with_ else None
                for path in self._paths(one.of, name):
                    for longer in self._extended(path, one.by.edge, one.by.direction):
                        if among is None or longer.nodes[-1] in among:
                            yield longer
            case _ if one.inputs():
                yield from self._paths(one.inputs()[0], name)
            case _:
                yield GraphPath(nodes=(name,))

    def _followed(self, one: FollowSet, name: str) -> Iterator[GraphPath]:
        way, during = _REVERSED[one.direction], days_asked(one)
        back = self._evaluator.ends(name, one.edge, way, during=during)
        for edge, start in back:
            if start.id in self._nodes[one.of]:
                for path in islice(self._paths(one.of, start.id), 1):
                    yield _longer(path, edge.id, name)

    def _extended(
        self, path: GraphPath, edge: str, direction: Direction, during: Days | None = None
    ) -> Iterator[GraphPath]:
        for link, end in self._evaluator.ends(path.nodes[-1], edge, direction, during=during):
            yield _longer(path, link.id, end.id)


def _longer(path: GraphPath, edge: str, node: str) -> GraphPath:
    return GraphPath(nodes=(*path.nodes, node), edges=(*path.edges, edge))
