"""Traverse the path of an intent from a start node and return rows of bound nodes and edges."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from workbench.domain.graph import Edge, Node
from workbench.domain.local_text import all_texts
from workbench.domain.plan import Filters, filter_value_text
from workbench.retrieval.graph_store import GraphStore
from workbench.workspace.intents import Condition, Step, slot_of


@dataclass(frozen=True)
class Row:
    """One match of a path: nodes and edges by binding, and the ids visited, in order."""

    nodes: Mapping[str, Node]
    edges: Mapping[str, Edge] = field(default_factory=dict)
    trail_nodes: tuple[str, ...] = ()
    trail_edges: tuple[str, ...] = ()
    last: str = "start"
    """The binding of the node visited last."""


def start_row(node: Node) -> Row:
    """Return the row with which a path starts."""
    return Row(nodes={"start": node, node.type: node}, trail_nodes=(node.id,))


def walk(store: GraphStore, start: Node, path: Sequence[Step], filters: Filters) -> Iterator[Row]:
    """Yield every match of ``path`` from ``start``; conditions on unfilled slots are ignored."""
    rows: Iterable[Row] = (start_row(start),)
    for step in path:
        if step.when and not filters.get(step.when):
            continue
        rows = _follow(store, rows, step, filters)
    yield from rows


def _follow(store: GraphStore, rows: Iterable[Row], step: Step, filters: Filters) -> Iterator[Row]:
    for row in rows:
        here = row.nodes.get(step.from_ or row.last)
        found = False
        if here is not None:
            for edge, node in store.follow(here.id, step.edge, step.direction):
                if _fits(step, edge, node, filters):
                    found = True
                    yield _extended(row, step, edge, node)
        if not found and step.optional and not _is_filtered(step, filters):
            yield row


def _extended(row: Row, step: Step, edge: Edge, node: Node) -> Row:
    return Row(
        nodes={**row.nodes, step.binding: node},
        edges={**row.edges, step.edge_as: edge} if step.edge_as else row.edges,
        trail_nodes=(*row.trail_nodes, node.id),
        trail_edges=(*row.trail_edges, edge.id),
        last=step.binding,
    )


def _fits(step: Step, edge: Edge, node: Node, filters: Filters) -> bool:
    return (
        node.type == step.node
        and node_matches(node, step.where, filters)
        and matches(edge.properties, step.edge_where, filters)
    )


def _is_filtered(step: Step, filters: Filters) -> bool:
    """Return True if a condition uses a filled slot, which makes an optional step required."""
    conditions = (*step.where.values(), *step.edge_where.values())
    return any((slot := slot_of(value)) is not None and filters.get(slot) for value in conditions)


def node_matches(node: Node, conditions: Mapping[str, Condition], filters: Filters) -> bool:
    """Return True if a node meets every condition; those on unfilled slots are ignored."""
    if not conditions:
        return True
    name = node.name if isinstance(node.name, str) else dict(node.name)
    own = {"id": node.id, "type": node.type, "name": name}
    return matches({**node.properties, **own}, conditions, filters)


def matches(
    values: Mapping[str, Any], conditions: Mapping[str, Condition], filters: Filters
) -> bool:
    """Return True if the values meet every condition; a list allows any of its members."""
    for name, condition in conditions.items():
        slot = slot_of(condition)
        wanted: Any = filters.get(slot) if slot is not None else condition
        if wanted is None or wanted in ("", []):
            continue
        allowed = wanted if isinstance(wanted, list | tuple) else [wanted]
        if not _comparable(values.get(name)) & {_plain(value) for value in allowed}:
            return False
    return True


def _comparable(value: Any) -> set[str]:
    """Return a property's value, or each of its members or translations, as plain text."""
    if value is None:
        return set()
    if isinstance(value, list | tuple):
        return {_plain(member) for member in value}
    if isinstance(value, dict):
        return {_plain(text) for text in all_texts(value)}
    return {_plain(value)}


def _plain(value: Any) -> str:
    return filter_value_text(value).casefold()
