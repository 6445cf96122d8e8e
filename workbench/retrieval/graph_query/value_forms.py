"""Tell properties of a graph by the form of their values: dates, texts of several numbers."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from workbench.domain.graph import Node
from workbench.domain.local_text import all_texts
from workbench.retrieval.graph_query.graph_schema import EdgePropertyOf, PropertyOf
from workbench.workspace.content import WorkspaceContent

# A day or a month, with or without the time of day.
_DATE = re.compile(r"\d{4}-\d{2}(?!\d)")
_NUMBER = re.compile(r"\d[\d.,\s\u00a0\u202f]*")
# "9 people: 5 engineers, 4 testers", "$200 a day, up to 5 days"
_BEGINS_WITH_NUMBER = re.compile(r"\W*\d")
_MOST_SEVERAL = 0.1
"""Share of such texts up to which the values of a property are ordered by their numbers."""
_SAMPLED = 1_000
"""Nodes or edges of a type that are looked at; a large graph is not read for this."""

Owned = PropertyOf | EdgePropertyOf


def dated_properties(content: WorkspaceContent) -> frozenset[Owned]:
    """Return the properties whose values are all dates such as 2024-03-05 or 2024-03."""
    are_dates: dict[Owned, bool] = {}
    for name, value in _values(content):
        are_dates[name] = are_dates.get(name, True) and _is_date(value)
    return frozenset(name for name, is_date in are_dates.items() if is_date)


def properties_of_several_numbers(content: WorkspaceContent) -> frozenset[Owned]:
    """Return the properties that no one number orders: "Plus $2,000, Premier $4,000"."""
    several: Counter[Owned] = Counter()
    all_values: Counter[Owned] = Counter()
    for name, value in _values(content):
        all_values[name] += 1
        several[name] += _has_several_numbers(value)
    return frozenset(
        name for name, count in several.items() if count > _MOST_SEVERAL * all_values[name]
    )


def _has_several_numbers(value: Any) -> bool:
    texts = all_texts(value) if isinstance(value, str | Mapping) else ()
    return any(
        len(_NUMBER.findall(text)) > 1
        and not _BEGINS_WITH_NUMBER.match(text)
        and not _DATE.match(text)
        for text in texts
    )


def _values(content: WorkspaceContent) -> Iterator[tuple[Owned, Any]]:
    for item in content.first_of_types(_SAMPLED):
        owner = PropertyOf if isinstance(item, Node) else EdgePropertyOf
        yield from ((owner(item.type, name), one) for name, one in item.properties.items())


def _is_date(value: Any) -> bool:
    return isinstance(value, str) and bool(_DATE.match(value))
