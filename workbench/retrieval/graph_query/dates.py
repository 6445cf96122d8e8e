"""Find the properties of a graph that hold dates, by the form of their values."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from workbench.retrieval.graph_query.graph_schema import EdgePropertyOf, PropertyOf
from workbench.workspace.content import WorkspaceContent

# A day or a month, with or without the time of day.
_DATE = re.compile(r"\d{4}-\d{2}(?!\d)")
_SAMPLED = 10_000
"""Nodes and edges that are looked at; a large graph is not read for this."""

Owned = PropertyOf | EdgePropertyOf


def dated_properties(content: WorkspaceContent) -> frozenset[Owned]:
    """Return the properties whose values are all dates such as 2024-03-05 or 2024-03."""
    are_dates: dict[Owned, bool] = {}
    for name, value in _values(content):
        are_dates[name] = are_dates.get(name, True) and _is_date(value)
    return frozenset(name for name, is_date in are_dates.items() if is_date)


def _values(content: WorkspaceContent) -> Iterator[tuple[Owned, Any]]:
    for node in islice(content.nodes.values(), _SAMPLED):
        yield from ((PropertyOf(node.type, name), one) for name, one in node.properties.items())
    for edge in islice(content.edges, _SAMPLED):
        yield from ((EdgePropertyOf(edge.type, name), one) for name, one in edge.properties.items())


def _is_date(value: Any) -> bool:
    return isinstance(value, str) and bool(_DATE.match(value))
