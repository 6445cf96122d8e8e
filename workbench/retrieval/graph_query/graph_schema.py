"""Derive the schema of a graph from its data: relations with their ends, kinds of properties."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from workbench.domain.graph import Node
from workbench.domain.graph_query import Direction
from workbench.domain.local_text import all_texts
from workbench.nlp.date_events import names_event
from workbench.nlp.operators import dimensions_of, unit_named
from workbench.nlp.years import YEARS
from workbench.retrieval.graph_query.spans import Span
from workbench.workspace.content import WorkspaceContent
from workbench.workspace.graph_summary import RelationSummary
from workbench.workspace.schema import SYMMETRIC_SHARE, PropertySpec

ValueKind: TypeAlias = Literal["boolean", "number", "text"]


class Step(NamedTuple):
    """A relation as it is followed, with the node types at its ends."""

    edge: str
    direction: Direction
    source: str
    target: str


class PropertyOf(NamedTuple):
    """A property of a node type."""

    type: str
    name: str


class EdgePropertyOf(NamedTuple):
    """A property of an edge type."""

    edge: str
    name: str


@dataclass(frozen=True)
class GraphSchema:
    """The relations and properties that occur in a graph's nodes and edges."""

    steps: tuple[Step, ...]
    properties: Mapping[PropertyOf, ValueKind]
    dimensions: Mapping[PropertyOf, frozenset[str]]
    """What each property measures, such as ``size``, by its names, or else by its unit."""
    unit_dimensions: Mapping[PropertyOf, str]
    """What the units of properties measure: ``length`` for a depth in metres."""
    edge_dimensions: Mapping[EdgePropertyOf, frozenset[str]]
    """What each property of edges measures."""
    edge_spans: Mapping[str, Span]
    """The properties at which edges of a type begin and end, for types that last."""
    edge_counts: Mapping[str, int]
    """Number of edges of each type."""
    sizes: Mapping[str, int]
    """Number of nodes of each type."""

    @classmethod
    def of(cls, content: WorkspaceContent) -> "GraphSchema":
        """Read the schema of a workspace's graph."""
        properties = _value_kinds(content.nodes.values())
        specs = {one: property_spec(content, one) for one in properties}
        years = years_by_values(content.nodes.values())
        return cls(
            steps=_steps(content),
            properties=properties,
            dimensions={
                one: _measured(one.name, spec, is_year=one in years) for one, spec in specs.items()
            },
            unit_dimensions={
                one: dimension for one, spec in specs.items() if (dimension := _of_unit(spec))
            },
            edge_dimensions=_edge_dimensions(content),
            edge_spans=edge_spans(content),
            edge_counts=Counter({name: one.count for name, one in content.relations.items()}),
            sizes=Counter(content.node_counts),
        )

    def direction_of(self, edge: str, direction: Direction, node_type: str) -> Direction:
        """Return ``both`` for a symmetric relation of a type, else the direction itself."""
        both = any(
            step.edge == edge and step.direction == "both" and step.source == node_type
            for step in self.steps
        )
        return "both" if both else direction

    def is_symmetric(self, edge: str) -> bool:
        """Return True if a relation is symmetric between nodes of any type."""
        return any(step.edge == edge and step.direction == "both" for step in self.steps)

    def steps_back(self, edge: str, direction: Direction, node_type: str) -> tuple[Step, ...]:
        """Return the steps over a relation from a type against a direction; both ways count."""
        return tuple(
            step
            for step in self.steps
            if (step.edge, step.source) == (edge, node_type)
            and (step.direction == "both" or step.direction != direction)
        )

    def targets(self, edge: str, direction: Direction, node_type: str) -> tuple[str, ...]:
        """Return the types that a relation leads to from a type."""
        wanted = {direction, self.direction_of(edge, direction, node_type)}
        return tuple(
            step.target
            for step in self.steps
            if step.edge == edge and step.source == node_type and step.direction in wanted
        )


def property_spec(content: WorkspaceContent, one: PropertyOf) -> PropertySpec | None:
    """Return the specification of a property, if the workspace declares it."""
    declared = content.spec.node_types.get(one.type)
    return declared.properties.get(one.name) if declared else None


def _edge_dimensions(content: WorkspaceContent) -> dict[EdgePropertyOf, frozenset[str]]:
    return {
        EdgePropertyOf(edge, name): _measured(name, spec)
        for edge, declared in content.spec.edge_types.items()
        for name, spec in declared.properties.items()
    }


def edge_spans(content: WorkspaceContent) -> dict[str, Span]:
    """Return the properties at which edges begin and end, by type, for types that last."""
    found = {
        edge: next(
            (Span(*one.between) for one in declared.properties.values() if one.between), None
        )
        for edge, declared in content.spec.edge_types.items()
    }
    return {edge: span for edge, span in found.items() if span is not None}


def _measured(name: str, spec: PropertySpec | None, *, is_year: bool = False) -> frozenset[str]:
    """Return what a property measures; whole numbers like 1995 of "first appeared" are years."""
    if spec is not None and spec.measure:
        return frozenset({spec.measure})
    said = name.replace("_", " ")
    texts = [said, *(all_texts(spec.label) if spec else ())]
    named = frozenset[str]().union(*(dimensions_of(text) for text in texts))
    by_unit = _of_unit(spec)
    if is_year and named <= {"beginning"} and not by_unit and names_event(said):
        return named | {"time"}
    return named or (frozenset({by_unit}) if by_unit else named)


def _of_unit(spec: PropertySpec | None) -> str:
    """Return what the unit of a property measures; empty without a known unit."""
    unit = unit_named(spec.unit) if spec and spec.unit else None
    return unit.dimension if unit is not None else ""


def _value_kinds(nodes: Iterable[Node]) -> dict[PropertyOf, ValueKind]:
    """Return the kind of each property: that of all its values, or else text."""
    kinds: dict[PropertyOf, ValueKind] = {}
    for node in nodes:
        for name, value in node.properties.items():
            key, kind = PropertyOf(node.type, name), _kind(value)
            kinds[key] = kind if kinds.get(key, kind) == kind else "text"
    return kinds


def years_by_values(nodes: Iterable[Node]) -> frozenset[PropertyOf]:
    """Return the properties whose values are all whole numbers that can be years."""
    are_years: dict[PropertyOf, bool] = {}
    for node in nodes:
        for name, value in node.properties.items():
            key = PropertyOf(node.type, name)
            are_years[key] = are_years.get(key, True) and type(value) is int and value in YEARS
    return frozenset(key for key, is_year in are_years.items() if is_year)


def _kind(value: Any) -> ValueKind:
    if isinstance(value, bool):
        return "boolean"
    return "number" if isinstance(value, int | float) else "text"


def _steps(content: WorkspaceContent) -> tuple[Step, ...]:
    steps: list[Step] = []
    for name, relation in sorted(content.relations.items()):
        for source, target in relation.ends:
            if source == target and _is_symmetric(content, name, relation):
                steps.append(Step(name, "both", source, target))
            else:
                steps += [Step(name, "out", source, target), Step(name, "in", target, source)]
    return tuple(steps)


def _is_symmetric(content: WorkspaceContent, name: str, relation: RelationSummary) -> bool:
    declared = content.spec.edge_types[name].symmetric
    return relation.mutual > SYMMETRIC_SHARE if declared is None else declared
