"""Check a graph query: known names, sets that exist, and the type of each set in turn."""

from collections.abc import Collection, Iterator
from functools import cached_property

from workbench.domain.graph_query import (
    AllSet,
    AnySet,
    By,
    CombinedSet,
    Direction,
    FollowSet,
    GraphQuery,
    LinkedSet,
    NodesSet,
    PriorSet,
    TopSet,
    WhereSet,
)
from workbench.domain.plan import PlanProblem
from workbench.nlp.operators import unit_named
from workbench.retrieval.graph_query.graph_schema import EdgePropertyOf, PropertyOf, edge_spans
from workbench.retrieval.graph_query.spans import days_asked, days_of
from workbench.retrieval.graph_query.value_forms import Owned, dated_properties
from workbench.workspace.plan_names import PlanNames, vocabulary_error
from workbench.workspace.schema import WorkspaceSpec

Types = frozenset[str]
"""The node types that a set may hold; empty if an error leaves them unknown."""


class QueryCheck:
    """Checks one query; the problems have the JSON path of the wrong step."""

    def __init__(self, path: str, query: GraphQuery, names: PlanNames) -> None:
        """``path`` is that of the query."""
        self._path = path
        self._query = query
        self._names = names
        self._types: dict[str, Types] = {}

    @property
    def _spec(self) -> WorkspaceSpec:
        return self._names.workspace.spec

    @cached_property
    def _dates(self) -> frozenset[Owned]:
        return dated_properties(self._names.workspace)

    def problems(self) -> Iterator[PlanProblem]:
        """Yield the problems of the sets in order, then those of the answer."""
        for at, one in enumerate(self._query.sets):
            path = f"{self._path}.sets[{at}]"
            yield from self._identified(path, one)
            yield from self._known_inputs(path, one)
            yield from self._check_set(path, one)
            self._types[one.id] = self._types_of(one)
        yield from self._check_answer(f"{self._path}.answer")

    def _identified(self, path: str, one: AnySet) -> Iterator[PlanProblem]:
        if not one.id:
            yield vocabulary_error(f"{path}.id", "set_without_id")
        elif one.id in self._types:
            yield vocabulary_error(f"{path}.id", "repeated_set", name=one.id)

    def _known_inputs(self, path: str, one: AnySet) -> Iterator[PlanProblem]:
        for field, name in zip(("of", "with"), one.inputs(), strict=False):
            yield from self._names.check_known(f"{path}.{field}", "set", name, self._types)

    def _check_set(self, path: str, one: AnySet) -> Iterator[PlanProblem]:
        spec = self._spec
        match one:
            case NodesSet():
                for at, name in enumerate(one.ids):
                    nodes = self._names.workspace.nodes
                    yield from self._names.check_known(f"{path}.ids[{at}]", "entity", name, nodes)
            case AllSet():
                kinds = spec.node_types
                yield from self._names.check_known(f"{path}.type", "node_type", one.type, kinds)
            case FollowSet() | LinkedSet():
                yield from self._by_edges(path, one)
            case WhereSet():
                yield from self._where(path, one)
            case CombinedSet():
                yield from self._alike(path, one)
            case TopSet():
                yield from self._top(path, one)
            case PriorSet():
                pass

    def _by_edges(self, path: str, one: FollowSet | LinkedSet) -> Iterator[PlanProblem]:
        yield from self._edge(path, one.of, one.edge, one.direction)
        if one.to:
            kinds = self._spec.node_types
            yield from self._names.check_known(f"{path}.to", "node_type", one.to, kinds)
        yield from self._time(path, one)

    def _time(self, path: str, one: FollowSet | LinkedSet | By) -> Iterator[PlanProblem]:
        times = [
            (name, value) for name in ("at", "until") if (value := getattr(one, name)) is not None
        ]
        for name, value in times:
            if days_of(value) is None:
                yield vocabulary_error(f"{path}.{name}", "unknown_time", name=str(value))
        if one.until is not None and one.at is None:
            yield vocabulary_error(f"{path}.until", "until_without_at")
        days = days_asked(one)
        if days is not None and days.first > days.last:
            yield vocabulary_error(f"{path}.until", "ends_before_beginning")
        spans = edge_spans(self._names.workspace)
        if times and one.edge in self._spec.edge_types and one.edge not in spans:
            known = ", ".join(spans) or "—"
            yield vocabulary_error(f"{path}.at", "edge_without_time", edge=one.edge, known=known)

    def _where(self, path: str, one: WhereSet) -> Iterator[PlanProblem]:
        of_nodes = one.compares_nodes()
        yield from self._property(f"{path}.property", one.of, one.property, of_nodes=of_nodes)
        yield from self._unit(f"{path}.unit", one.unit)
        is_range = one.until is None or (one.value is not None and one.test == "ge")
        limits = (one.value is not None, one.than is not None, bool(one.than_node))
        if sum(limits) != 1 or not is_range:
            yield vocabulary_error(path, "one_limit")
        if one.than_node:
            at, nodes = f"{path}.than_node", self._names.workspace.nodes
            yield from self._names.check_known(at, "entity", one.than_node, nodes)

    def _check_answer(self, path: str) -> Iterator[PlanProblem]:
        answer = self._query.answer
        if answer is None:
            if not self._query.unread:
                yield vocabulary_error(path, "nothing_asked")
            return
        for field in ("of", "with_"):
            if name := getattr(answer, field, ""):
                at = f"{path}.{field.rstrip('_')}"
                yield from self._names.check_known(at, "set", name, self._types)
        if (edge := getattr(answer, "edge", "")) and answer.op == "edges":
            yield from self._edge(path, answer.of, edge, answer.direction)
        elif edge:
            known = self._spec.edge_types
            yield from self._names.check_known(f"{path}.edge", "edge_type", edge, known)
        elif name := getattr(answer, "property", ""):
            yield from self._property(f"{path}.property", answer.of, name)
            if answer.op in ("sum", "avg") and self._owned(answer.of, name) & self._dates:
                yield vocabulary_error(f"{path}.property", "total_of_dates", name=name)
        for field in ("by", "group_by"):
            if (by := getattr(answer, field, None)) is not None:
                yield from self._by(f"{path}.{field}", answer.of, by, is_group=field != "by")

    def _by(self, path: str, of: str, by: By, *, is_group: bool = False) -> Iterator[PlanProblem]:
        if by.part and not (is_group and self._is_dated(of, by.property)):
            yield vocabulary_error(f"{path}.part", "part_of_no_date")
        if sum(map(bool, (by.property, by.edge, by.set and is_group))) != 1:
            yield vocabulary_error(path, "one_measure")
        elif by.edge:
            yield from self._edge(path, of, by.edge, by.direction)
            yield from self._time(path, by)
        elif by.property:
            yield from self._property(f"{path}.property", of, by.property)
        else:
            yield from self._names.check_known(f"{path}.set", "set", by.set, self._types)

    def _top(self, path: str, one: TopSet) -> Iterator[PlanProblem]:
        yield from self._by(f"{path}.by", one.of, one.by)
        if one.with_ and one.by.property:
            yield vocabulary_error(f"{path}.with", "counted_without_edge")

    def _owned(self, of: str, name: str) -> frozenset[Owned]:
        """Return the properties of this name that a set's nodes, or their edges, may have."""
        own: set[Owned] = {PropertyOf(kind, name) for kind in self._types.get(of, ())}
        source = self._query.by_id().get(of)
        led = {EdgePropertyOf(source.edge, name)} if isinstance(source, FollowSet) else set()
        return frozenset(own | led)

    def _is_dated(self, of: str, name: str) -> bool:
        """Whether a set's nodes may have a date of this name; True if their types are unknown."""
        types = self._types.get(of, frozenset())
        return bool(name) and (
            not types or any(PropertyOf(kind, name) in self._dates for kind in types)
        )

    def _edge(self, path: str, of: str, edge: str, direction: Direction) -> Iterator[PlanProblem]:
        known = self._spec.edge_types
        yield from self._names.check_known(f"{path}.edge", "edge_type", edge, known)
        types = self._types.get(of, frozenset())
        if edge in known and types and not types & self._starts(edge, direction):
            words = {
                "edge": edge,
                "direction": direction,
                "type": "/".join(sorted(types)),
                "accepted": "/".join(sorted(self._starts(edge, direction))),
            }
            yield vocabulary_error(f"{path}.edge", "edge_from_type", **words)

    def _starts(self, edge: str, direction: Direction) -> Types:
        """Return the types that a relation can be followed from."""
        spec = self._spec.edge_types[edge]
        starts = {"out": spec.from_, "in": spec.to, "both": (*spec.from_, *spec.to)}
        return frozenset(starts[direction])

    def _property(
        self, path: str, of: str, name: str, *, of_nodes: bool = False
    ) -> Iterator[PlanProblem]:
        types = self._types.get(of, frozenset())
        known = {
            prop for kind in types & {*self._spec.node_types} for prop in self._properties(kind)
        }
        source = self._query.by_id().get(of)
        if not of_nodes and isinstance(source, FollowSet) and source.edge in self._spec.edge_types:
            known |= {*self._spec.edge_types[source.edge].properties}
        if types:
            yield from self._names.check_known(path, "property", name, known)

    def _properties(self, kind: str) -> Collection[str]:
        return self._spec.node_types[kind].properties

    def _unit(self, path: str, unit: str) -> Iterator[PlanProblem]:
        if unit and unit_named(unit) is None:
            yield vocabulary_error(path, "unknown_unit", name=unit)

    def _alike(self, path: str, one: CombinedSet) -> Iterator[PlanProblem]:
        types, others = (self._types.get(name, frozenset()) for name in one.inputs())
        if types and others and not types & others and one.op != "or":
            words = {"type": "/".join(sorted(types)), "other": "/".join(sorted(others))}
            yield vocabulary_error(f"{path}.with", "other_type", **words)

    def _types_of(self, one: AnySet) -> Types:
        """Return the types that a set may hold."""
        of = self._types.get(one.inputs()[0], frozenset()) if one.inputs() else frozenset()
        match one:
            case NodesSet():
                nodes = self._names.workspace.nodes
                return frozenset(nodes[name].type for name in one.ids if name in nodes)
            case AllSet():
                return frozenset({one.type} & {*self._spec.node_types})
            case FollowSet():
                return frozenset({one.to}) if one.to else self._ends(one)
            case CombinedSet(op="or"):
                return of | self._types.get(one.with_, frozenset())
            case PriorSet():
                return frozenset()
            case _:
                return of

    def _ends(self, one: FollowSet) -> Types:
        spec = self._spec.edge_types.get(one.edge)
        if spec is None:
            return frozenset()
        ends = {"out": spec.to, "in": spec.from_, "both": (*spec.from_, *spec.to)}
        return frozenset(ends[one.direction])


def check_query(path: str, query: GraphQuery, names: PlanNames) -> Iterator[PlanProblem]:
    """Yield the problems of a query at a JSON path."""
    yield from QueryCheck(path, query, names).problems()
