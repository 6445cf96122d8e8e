"""Find the properties of a graph that hold dates, by the form of their values."""

import re
from collections.abc import Iterator
from typing import Any

from workbench.domain.graph import Node
from workbench.retrieval.graph_query.graph_schema import EdgePropertyOf, PropertyOf
from workbench.workspace.content import WorkspaceContent

# A day or a month, with or without the time of day.
_DATE = re.compile(r"\d{4}-\d{2}(?!\d)")
_SAMPLED = 1_000
"""Nodes or edges of a type that are looked at; a large graph is not read for this."""

Owned = PropertyOf | EdgePropertyOf


def dated_properties(content: WorkspaceContent) -> frozenset[Owned]:
    """Return the properties whose values are all dates such as 2024-03-05 or 2024-03."""
    are_dates: dict[Owned, bool] = {}
    for name, value in _values(content):
        are_dates[name] = are_dates.get(name, True) and _is_date(value)
    return frozenset(name for name, is_date in are_dates.items() if is_date)


def _values(content: WorkspaceContent) -> Iterator[tuple[Owned, Any]]:
    for item in content.first_of_types(_SAMPLED):
        owner = PropertyOf if isinstance(item, Node) else EdgePropertyOf
        yield from ((owner(item.type, name), one) for name, one in item.properties.items())


def _is_date(value: Any) -> bool:
    return isinstance(value, str) and bool(_DATE.match(value))
