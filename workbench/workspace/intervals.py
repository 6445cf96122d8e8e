"""Compute the properties that are the time between two others: how long a mission lasted."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import TypeVar

from workbench.domain.graph import Edge, Node, Property
from workbench.nlp.years import YEARS
from workbench.workspace.schema import PropertySpec, WorkspaceSpec

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
Item = TypeVar("Item", Node, Edge)


def interval(start: Property | None, end: Property | None) -> int | None:
    """Return the days between two days such as 2024-03-05, or the years between two years.

    None without both, where they are of different kinds, or where the end comes first.
    """
    for moment in (_day, _year):
        first, last = moment(start), moment(end)
        if first is not None and last is not None:
            return last - first if last >= first else None
    return None


def is_moment(value: Property) -> bool:
    """Whether a value is a day such as 2024-03-05, or can be a year."""
    return _day(value) is not None or _year(value) is not None


def with_intervals(
    nodes: Mapping[str, Node], edges: Sequence[Edge], spec: WorkspaceSpec
) -> tuple[Mapping[str, Node], Sequence[Edge]]:
    """Return a graph's nodes and edges with the intervals that their types declare."""
    kinds = {name: _declared(one.properties) for name, one in spec.node_types.items()}
    links = {name: _declared(one.properties) for name, one in spec.edge_types.items()}
    if any(kinds.values()):
        nodes = {name: _computed(node, kinds.get(node.type, {})) for name, node in nodes.items()}
    if any(links.values()):
        edges = tuple(_computed(edge, links.get(edge.type, {})) for edge in edges)
    return nodes, edges


def _declared(properties: Mapping[str, PropertySpec]) -> dict[str, tuple[str, str]]:
    return {name: one.between for name, one in properties.items() if one.between}


def _computed(item: Item, declared: Mapping[str, tuple[str, str]]) -> Item:
    if not declared:
        return item
    properties = {name: one for name, one in item.properties.items() if name not in declared}
    for name, (start, end) in declared.items():
        value = interval(properties.get(start), properties.get(end))
        if value is not None:
            properties[name] = value
    return item.model_copy(update={"properties": properties})


def _day(value: Property | None) -> int | None:
    if not isinstance(value, str) or not _DAY.match(value):
        return None
    try:
        return date.fromisoformat(value[:10]).toordinal()
    except ValueError:
        return None


def _year(value: Property | None) -> int | None:
    is_year = isinstance(value, int) and not isinstance(value, bool) and value in YEARS
    return value if is_year and isinstance(value, int) else None
