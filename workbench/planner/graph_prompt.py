"""Describe a graph to the planner model: its types, relations and properties, and how to query."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from workbench.domain.graph_query import GraphQuery
from workbench.domain.local_text import LocalText, localize
from workbench.i18n.properties import property_text
from workbench.workspace import Workspace
from workbench.workspace.schema import EdgeType, NodeType, PropertySpec

MOST_VALUES = 40
"""Distinct values of a property that are listed; more are texts or numbers of their own."""
LONGEST_VALUES = 300
"""Characters of the values that are listed."""


def graph_lines(workspace: Workspace, language: str) -> list[str]:
    """Return a line for each type of node and edge of a workspace; empty without a graph."""
    if not workspace.edges:
        return []
    values = _short_values(workspace)
    spec = workspace.spec
    nodes = [_node_line(name, one, values, language) for name, one in spec.node_types.items()]
    edges = [_edge_line(name, one, language) for name, one in spec.edge_types.items()]
    return [*nodes, *edges]


def earlier_sets(query: GraphQuery | None) -> list[dict[str, Any]]:
    """Return the sets of the turn before, each with its id and the operation that makes it."""
    sets = query.sets if query is not None else ()
    return [one.model_dump(mode="json") for one in sets]


def _node_line(
    name: str, one: NodeType, values: Mapping[tuple[str, str], str], language: str
) -> str:
    properties = ", ".join(_properties(name, one.properties, values, language))
    return f"{name} ({_label(one.label, one.words, language)}): {properties or 'no properties'}"


def _edge_line(name: str, one: EdgeType, language: str) -> str:
    ends = f"{'/'.join(one.from_)} -{name}-> {'/'.join(one.to)}"
    properties = ", ".join(_properties(name, one.properties, {}, language))
    both = "; both directions mean the same" if one.symmetric else ""
    suffix = f"; properties: {properties}" if properties else ""
    span = next((spec.between for spec in one.properties.values() if spec.between), None)
    lasts = f"; lasts from its {span[0]} to its {span[1]}" if span else ""
    return f"{ends} ({_label(one.label, one.words, language)}){both}{lasts}{suffix}"


def _properties(
    owner: str,
    properties: Mapping[str, PropertySpec],
    values: Mapping[tuple[str, str], str],
    language: str,
) -> Iterator[str]:
    for name, one in properties.items():
        if not one.hidden:
            unit = f" in {one.unit}" if one.unit else ""
            known = values.get((owner, name), "")
            listed = f": {known}" if known and one.kind == "text" else ""
            yield f"{name} ({localize(one.label, language)}, {one.kind}{unit}{listed})"


def _label(label: LocalText, words: tuple[str, ...], language: str) -> str:
    return " / ".join(dict.fromkeys((localize(label, language), *words[:2])))


def _short_values(workspace: Workspace) -> dict[tuple[str, str], str]:
    """Return the values of the properties that have few, by type and name."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for node in workspace.nodes.values():
        for name, value in node.properties.items():
            held = found[node.type, name]
            if isinstance(value, str) and len(held) <= MOST_VALUES:
                held.add(property_text(value, "en"))
    listed = {key: " | ".join(sorted(held)) for key, held in found.items() if _are_few(held)}
    return {key: text for key, text in listed.items() if len(text) <= LONGEST_VALUES}


def _are_few(values: set[str]) -> bool:
    return 0 < len(values) <= MOST_VALUES
