"""Turn rows of bindings into facts: merge, count, fill the templates and sort."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.domain.evidence import Cell, ChannelHit, Evidence, GraphPath, SourceRef
from workbench.domain.local_text import LocalText, localize
from workbench.i18n.properties import property_text
from workbench.retrieval.graph_paths import Row
from workbench.retrieval.graph_store import GraphStore
from workbench.tools.protocol import CallContext
from workbench.tools.stated_quotes import stated_quote
from workbench.workspace.intents import FactSpec, Intent, Start
from workbench.workspace.schema import WorkspaceSpec


@dataclass(frozen=True)
class Merged:
    """Rows of one fact: its text comes from the first row, its paths from all."""

    rows: tuple[Row, ...]
    count: int | None = None

    @property
    def row(self) -> Row:
        """The row that the fact's text comes from."""
        return self.rows[0]


def merge_rows(rows: Sequence[Row], start: Start) -> list[Merged]:
    """Group rows by fact, in order of first appearance."""
    together: dict[tuple[Any, ...], list[Row]] = {}
    for row in rows:
        together.setdefault(_identity(row, start), []).append(row)
    return [Merged(tuple(same), _count(same, start.count)) for same in together.values()]


def _identity(row: Row, start: Start) -> tuple[Any, ...]:
    """The identity of a row's fact: its ``distinct`` node, or else all named bindings."""
    if start.distinct:
        node = row.nodes.get(start.distinct)
        return (node.id,) if node else row.trail_nodes
    bound = {name: node.id for name, node in row.nodes.items() if name != start.count}
    if not start.count:
        bound |= {name: edge.id for name, edge in row.edges.items()}
    return tuple(sorted(bound.items()))


def _count(rows: Iterable[Row], binding: str) -> int | None:
    if not binding:
        return None
    return len({node.id for row in rows if (node := row.nodes.get(binding))})


class FactFormatter:
    """Formats the facts of one call in the reader's language."""

    def __init__(
        self,
        spec: WorkspaceSpec,
        store: GraphStore,
        intent: Intent,
        start: Start,
        context: CallContext,
    ) -> None:
        self._spec = spec
        self._store = store
        self._fact: FactSpec = intent.fact_at(start)
        self._columns = start.columns or intent.columns
        self._count_of = start.count
        self._context = context

    def facts(self, merged: Sequence[Merged]) -> tuple[Evidence, ...]:
        """Return the facts in the order declared by the workspace."""
        return tuple(self._evidence(one) for one in self._ordered(merged))

    def _evidence(self, one: Merged) -> Evidence:
        row, language = one.row, self._context.language
        source = row.nodes.get(self._fact.source, row.nodes[row.last])
        group = row.nodes.get(self._fact.group) if self._fact.group else None
        text = self._fact.text.fill(lambda name: self._value(one, name), language)
        return Evidence(
            type=self._fact.type,
            text=text or row.nodes[row.last].label(language),
            source=SourceRef(id=source.id, title=source.label(language)),
            score=self._context.relevance.get(
                row.nodes["start"].id, self._context.default_relevance
            ),
            found_by=(ChannelHit(channel="graph"),),
            path=_path(row),
            more_paths=tuple(_path(other) for other in one.rows[1:]),
            quote=stated_quote(self._store, reversed(row.trail_edges), reversed(row.trail_nodes)),
            cells=tuple(self._cell(one, name) for name in self._columns),
            group=group.label(language) if group else None,
            call=self._context.call,
        )

    def _cell(self, one: Merged, name: str) -> Cell:
        label = localize(self._column_label(one, name), self._context.language)
        return Cell(label=label, value=self._value(one, name) or "—")

    def _column_label(self, one: Merged, name: str) -> LocalText:
        owner, _, prop = name.partition(".")
        if owner in one.row.edges:
            return self._spec.edge_types[one.row.edges[owner].type].properties[prop].label
        binding = self._count_of if name == "count" else owner
        node = next((row.nodes[binding] for row in one.rows if binding in row.nodes), None)
        if node is None:
            return binding
        node_type = self._spec.node_types[node.type]
        return node_type.properties[prop].label if prop in node_type.properties else node_type.label

    def _value(self, one: Merged, name: str) -> str | None:
        raw = self._raw(one, name)
        return (
            None if raw is None or raw in ("", []) else property_text(raw, self._context.language)
        )

    def _raw(self, one: Merged, name: str) -> Any:
        if name == "count":
            return one.count or None
        owner, _, prop = name.partition(".")
        if owner in one.row.edges:
            return one.row.edges[owner].properties.get(prop)
        node = one.row.nodes.get(owner)
        if node is None:
            return None
        if prop == "name":
            return node.name
        if prop in ("id", "type"):
            return getattr(node, prop)
        return node.properties.get(prop)

    def _ordered(self, merged: Sequence[Merged]) -> list[Merged]:
        ordered = list(merged)
        for key in reversed(self._fact.order):
            name, descending = key.lstrip("-"), key.startswith("-")
            values = {id(one): self._raw(one, name) for one in ordered}
            known = [one for one in ordered if values[id(one)] is not None]
            unknown = [one for one in ordered if values[id(one)] is None]
            known.sort(key=lambda one, of=values: self._sortable(of[id(one)]), reverse=descending)  # type: ignore[misc]
            ordered = known + unknown
        return ordered

    def _sortable(self, value: Any) -> tuple[int, float, str]:
        """Return a sort key: numbers first, then texts in alphabetical order."""
        if isinstance(value, bool | int | float):
            return (0, float(value), "")
        return (1, 0.0, property_text(value, self._context.sort_language).casefold())


def _path(row: Row) -> GraphPath:
    return GraphPath(nodes=row.trail_nodes, edges=row.trail_edges)
