"""Evaluate the sets of a graph query."""

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial, reduce
from types import MappingProxyType
from typing import Any, NamedTuple

from workbench.domain.graph import Edge, Node
from workbench.domain.graph_query import (
    AllSet,
    AnySet,
    By,
    CombinedSet,
    Direction,
    FollowSet,
    LinkedSet,
    NodesSet,
    PriorSet,
    Test,
    TopSet,
    WhereSet,
)
from workbench.domain.local_text import all_texts
from workbench.nlp.operators import unit_named
from workbench.nlp.query_words import first_number, plain
from workbench.retrieval.graph_query.graph_schema import GraphSchema, PropertyOf, property_spec
from workbench.retrieval.graph_query.spans import Days, days_asked, lasted
from workbench.retrieval.graph_query.value_forms import (
    Owned,
    dated_properties,
    properties_of_several_numbers,
)
from workbench.retrieval.graph_store import GraphStore
from workbench.workspace.content import WorkspaceContent
from workbench.workspace.schema import PropertySpec

Nodes = frozenset[str]
"""Node ids."""


# 2024-03-05, 2024-03
_DATE = re.compile(r"(\d{4})-(\d{2})(?:-(\d{2}))?(?!\d)")
SHARED_SETS = 32
"""Sets that do not depend on a question and are kept for the next: all targets of a relation."""


class Ordered(NamedTuple):
    """A value with the number that it is ordered by, which is not for reading."""

    order: float
    value: Any


class SetEvaluator:
    """Evaluates sets over one graph. Holds no state of a question."""

    def __init__(self, content: WorkspaceContent, store: GraphStore, schema: GraphSchema) -> None:
        self.content = content
        self.store = store
        self.schema = schema
        self._followed_of_all = lru_cache(SHARED_SETS)(self._followed)
        self._average = lru_cache(SHARED_SETS)(partial(average_of, content))

    @cached_property
    def dates(self) -> frozenset[Owned]:
        """The properties that hold dates."""
        return dated_properties(self.content)

    @cached_property
    def of_several_numbers(self) -> frozenset[Owned]:
        """The properties with texts that no one number orders."""
        return properties_of_several_numbers(self.content)

    def all_sets(
        self, sets: Sequence[AnySet], known: Mapping[str, Nodes] = MappingProxyType({})
    ) -> dict[str, Nodes]:
        """Return the nodes of every set by its id; sets are in order.

        ``known`` are sets that have been evaluated.
        """
        by_id = {one.id: one for one in sets}
        found: dict[str, Nodes] = {**known}
        for one in sets:
            if one.id in known:
                continue
            of = by_id.get(one.inputs()[0]) if isinstance(one, WhereSet | TopSet) else None
            inputs = [found[name] for name in one.inputs()]
            if isinstance(one, WhereSet | TopSet) and isinstance(of, FollowSet):
                found[one.id] = self.chosen(one, of, inputs[0], found[of.of])
            else:
                found[one.id] = self.nodes(one, inputs)
        return found

    def is_of_edge(self, name: str, of: FollowSet) -> bool:
        """Whether a property is that of the edges that led to a set, not of its nodes."""
        edge = self.content.spec.edge_types.get(of.edge)
        return edge is not None and name in edge.properties

    def chosen(self, one: WhereSet | TopSet, of: FollowSet, nodes: Nodes, starts: Nodes) -> Nodes:
        """Return those of a followed set's nodes that a condition or an order keeps."""
        name = one.property if isinstance(one, WhereSet) else one.by.property
        is_of_nodes = isinstance(one, WhereSet) and one.compares_nodes()
        if is_of_nodes or not self.is_of_edge(name, of):
            return self.nodes(one, [nodes])
        if isinstance(one, WhereSet):
            return self._reached(one, of, nodes, starts)
        pick = max if one.order == "desc" else min
        found = self.edge_values(name, of, nodes, starts)
        return _first(((pick(v.order for v in values), key) for key, values in found.items()), one)

    def edge_values(
        self, name: str, of: FollowSet, nodes: Nodes, starts: Nodes
    ) -> dict[str, list[Ordered]]:
        """Return what the edges from starts to nodes have as a property, by node."""
        found: dict[str, list[Ordered]] = {}
        for start in sorted(starts):
            for edge, end in self._edges(start, of.edge, of.direction, days_asked(of)):
                value = edge.properties.get(name)
                order = order_in(value)
                if end.id in nodes and order is not None:
                    found.setdefault(end.id, []).append(Ordered(order, value))
        return found

    def _reached(self, one: WhereSet, of: FollowSet, nodes: Nodes, starts: Nodes) -> Nodes:
        """Return the nodes that an edge with such a value leads to."""
        spec = self.content.spec.edge_types[of.edge].properties.get(one.property)
        return frozenset(
            end.id
            for start in starts
            for edge, end in self._edges(start, of.edge, of.direction, days_asked(of))
            if end.id in nodes and self._holds(one, edge.properties.get(one.property), spec)
        )

    def nodes(self, one: AnySet, inputs: Sequence[Nodes]) -> Nodes:
        """Return the nodes of a set, given those of the sets that it is made of."""
        if isinstance(one, NodesSet):
            return frozenset(name for name in one.ids if self.store.node(name))
        if isinstance(one, AllSet):
            return frozenset(node.id for node in self.store.nodes_of(one.type))
        if isinstance(one, CombinedSet):
            return _combined(one.op, *inputs)
        if isinstance(one, TopSet) and one.with_:
            counted = self._counted_in(inputs[1], inputs[0], one.by)
            return _first((pair for pair in counted if pair[0] or one.order == "asc"), one)
        return frozenset() if isinstance(one, PriorSet) else self._derived(one, inputs[0])

    def _derived(self, one: FollowSet | WhereSet | LinkedSet | TopSet, of: Nodes) -> Nodes:
        match one:
            case FollowSet():
                return self._followed(one, of)
            case WhereSet():
                return frozenset(name for name in of if self.is_such(one, name))
            case LinkedSet():
                return frozenset(name for name in of if self._is_linked(one, name))
            case TopSet():
                return self._top(one, of)

    def ends(
        self,
        name: str,
        edge: str,
        direction: Direction,
        to: str = "",
        during: Days | None = None,
    ) -> Iterator[tuple[Edge, Node]]:
        """Yield the edges of a type at a node, each with the node at the other end.

        A symmetric relation is followed both ways; of two edges between the same nodes one counts.
        With ``during`` they are those that lasted then.
        """
        found = self._edges(name, edge, direction, during)
        node = self.store.node(name)
        if node is not None and self.schema.direction_of(edge, direction, node.type) == "both":
            found = {end.id: (link, end) for link, end in found}.values()
        yield from (one for one in found if not to or one[1].type == to)

    def _edges(
        self, name: str, edge: str, direction: Direction, during: Days | None = None
    ) -> Iterable[tuple[Edge, Node]]:
        """Return every edge of a type at a node, both ways if the relation is symmetric."""
        found = self._edges_of_any_time(name, edge, direction)
        span = self.schema.edge_spans.get(edge)
        if during is None:
            return found
        if span is None:
            return ()
        return (one for one in found if lasted(one[0].properties, span, during))

    def _edges_of_any_time(
        self, name: str, edge: str, direction: Direction
    ) -> Iterable[tuple[Edge, Node]]:
        node = self.store.node(name)
        if node is None:
            return ()
        if self.schema.direction_of(edge, direction, node.type) != "both":
            return self.store.follow(name, edge, _one_way(direction))
        return (*self.store.follow(name, edge, "out"), *self.store.follow(name, edge, "in"))

    def neighbours(
        self,
        name: str,
        edge: str,
        direction: Direction,
        to: str = "",
        during: Days | None = None,
    ) -> Nodes:
        """Return the nodes at the other end of a node's edges of a type."""
        return frozenset(end.id for _, end in self.ends(name, edge, direction, to, during))

    def value(self, name: str, property_name: str) -> Any:
        """Return the value of a node's property; None where it has none."""
        node = self.store.node(name)
        return node.properties.get(property_name) if node else None

    def number_in_set(self, name: str, by: By, among: Nodes) -> int:
        """Return how many nodes of a set an edge leads to."""
        return len(self.counted(name, by) & among)

    def counted(self, name: str, by: By) -> Nodes:
        """Return the nodes that are counted of a node: at the other end of its edges."""
        return self.neighbours(name, by.edge, by.direction, by.to, days_asked(by))

    def _counted_in(self, among: Nodes, of: Nodes, by: By) -> Iterator[tuple[float, str]]:
        yield from ((float(self.number_in_set(name, by, among)), name) for name in sorted(of))

    def measure(self, name: str, by: By) -> float | None:
        """Return what nodes are ordered by: that of a value, or a count."""
        if by.edge:
            return float(len(self.counted(name, by)))
        return order_in(self.value(name, by.property))

    def ranked(self, names: Iterable[str], by: By, order: str) -> list[tuple[float, str]]:
        """Return the nodes that can be compared, with their measures, the first one first."""
        measured = ((self.measure(name, by), name) for name in names)
        known = [(value, name) for value, name in measured if value is not None]
        return sorted(known, key=lambda one: (one[0] if order == "asc" else -one[0], one[1]))

    def is_such(self, one: WhereSet, name: str) -> bool:
        """Whether a node has the value of a ``where`` set, as its own property."""
        node = self.store.node(name)
        if node is None:
            return False
        own, value = PropertyOf(node.type, one.property), node.properties.get(one.property)
        if not one.compares_nodes():
            return self._holds(one, value, property_spec(self.content, own))
        limit = self._average(own) if one.than else order_in(self.value(one.than_node, own.name))
        number = order_in(value)
        if number is None or limit is None or one.test == "contains":
            return False
        return _COMPARED[one.test](number, limit)

    def followed_of_all(self, one: FollowSet, of: Nodes) -> Nodes:
        """Return what a step leads to from all nodes of a type; kept for other questions."""
        return self._followed_of_all(one, of)

    def _followed(self, one: FollowSet, of: Nodes) -> Nodes:
        during = days_asked(one)
        is_plain = during is None and not one.to and not self.schema.is_symmetric(one.edge)
        if one.op == "follow" and is_plain:
            return self.store.reached(of, one.edge, _one_way(one.direction))
        ends = (self.neighbours(name, one.edge, one.direction, one.to, during) for name in of)
        if one.op == "follow":
            return frozenset(end for found in ends for end in found)
        return frozenset(reduce(operator.and_, ends)) if of else frozenset()

    def _is_linked(self, one: LinkedSet, name: str) -> bool:
        during = days_asked(one)
        if one.op == "lacks":
            return next(self.ends(name, one.edge, one.direction, one.to, during), None) is None
        number = len(self.neighbours(name, one.edge, one.direction, one.to, during))
        return _COMPARED[one.test](number, one.number)

    def _top(self, one: TopSet, of: Nodes) -> Nodes:
        return _first(self.ranked(of, one.by, one.order), one)

    def _holds(self, one: WhereSet, value: Any, spec: PropertySpec | None) -> bool:
        if one.until is not None:
            first = one.model_copy(update={"until": None})
            last = first.model_copy(update={"test": "le", "value": one.until})
            return self._holds(first, value, spec) and self._holds(last, value, spec)
        if one.test in ("eq", "ne", "contains"):
            same = _is_equal(value, one.value, part=one.test == "contains")
            return value is not None and same is not (one.test == "ne")
        if isinstance(value, str) and isinstance(one.value, str):  # dates: 2024-03-05
            return _COMPARED[one.test](value[: len(one.value)], one.value)
        found, limit = number_in(value), number_in(one.value)
        if found is None or limit is None:
            return False
        return _COMPARED[one.test](found, limit * _factor(one, spec))


def average_of(content: WorkspaceContent, one: PropertyOf) -> float | None:
    """Return the mean of a property over all nodes of its type; None if none has a number."""
    nodes = (node for node in content.nodes.values() if node.type == one.type)
    numbers = [n for node in nodes if (n := number_in(node.properties.get(one.name))) is not None]
    return sum(numbers) / len(numbers) if numbers else None


def _factor(one: WhereSet, spec: PropertySpec | None) -> float:
    """Return how many of the property's units the unit of a condition is."""
    given, own = unit_named(one.unit), unit_named(spec.unit if spec else "")
    if given is None or own is None or given.base != own.base:
        return 1.0
    return given.factor / own.factor


def _first(measured: Iterable[tuple[float, str]], one: TopSet) -> Nodes:
    ranked = sorted(measured, key=lambda pair: pair[0], reverse=one.order == "desc")
    enough = {value for value, _ in ranked[one.offset : one.offset + one.limit]}
    return frozenset(name for value, name in ranked if value in enough)


def order_in(value: Any) -> float | None:
    """Return a number to order values by: 2024.0305 for the date 2024-03-05, else its number."""
    date = _DATE.match(value) if isinstance(value, str) else None
    return float(f"{date[1]}.{date[2]}{date[3] or '00'}") if date else number_in(value)


def number_in(value: Any) -> float | None:
    """Return a number, or the first one in a text or in a list of texts."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return float(value)
    found = map(first_number, _texts(value))
    return next((number for number in found if number is not None), None)


def _texts(value: Any) -> tuple[str, ...]:
    if isinstance(value, list | tuple):
        return tuple(text for member in value for text in _texts(member))
    return tuple(all_texts(value)) if isinstance(value, str | Mapping) else ()


def _is_equal(value: Any, wanted: Any, *, part: bool) -> bool:
    if isinstance(wanted, str):
        low = plain(wanted)
        return any(low in plain(text) if part else low == plain(text) for text in _texts(value))
    if isinstance(wanted, int | float) and not isinstance(wanted, bool) and _texts(value):
        return number_in(value) == wanted
    members = value if isinstance(value, list | tuple) else (value,)
    return any(
        one == wanted and isinstance(one, bool) is isinstance(wanted, bool) for one in members
    )


def _one_way(direction: Direction) -> Any:
    return "in" if direction == "in" else "out"


def _combined(op: str, one: Nodes, other: Nodes) -> Nodes:
    if op == "and":
        return one & other
    return one | other if op == "or" else one - other


_COMPARED: Mapping[Test, Callable[[Any, Any], bool]] = {
    "eq": lambda one, other: one == other,
    "ne": lambda one, other: one != other,
    "gt": lambda one, other: one > other,
    "ge": lambda one, other: one >= other,
    "lt": lambda one, other: one < other,
    "le": lambda one, other: one <= other,
}
