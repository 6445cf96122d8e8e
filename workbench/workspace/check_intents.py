"""Validate the names that intents use: types, bindings, properties and slots."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

from workbench.citation_styles import CITATION_STYLES
from workbench.domain.plan import GENERAL_UNSTRUCTURED
from workbench.errors import WorkspaceError
from workbench.i18n.errors import localized
from workbench.render_styles import RENDER_STYLES
from workbench.workspace.intents import Condition, FactSpec, Intent, Start, Step, slot_of
from workbench.workspace.nearest_name import require, require_property
from workbench.workspace.schema import PropertySpec, WorkspaceSpec
from workbench.workspace.templates import Template

Check: TypeAlias = Callable[[], object]
"""Raises WorkspaceError for a wrong name."""
ALWAYS = ("id", "type", "name")


@dataclass
class Bindings:
    """The bindings of a start's paths: node and edge types by binding name."""

    nodes: dict[str, str] = field(default_factory=dict)
    edges: dict[str, str] = field(default_factory=dict)
    counted: bool = False

    def merge(self, other: "Bindings") -> None:
        """Add the bindings of another path or start."""
        self.nodes |= other.nodes
        self.edges |= other.edges
        self.counted = self.counted or other.counted


def check_intents(spec: WorkspaceSpec, tool_kinds: Collection[str]) -> None:
    """Raise WorkspaceError for the first unknown name, with its place and the nearest name."""
    for check in intent_checks(spec, tool_kinds):
        check()


def intent_checks(spec: WorkspaceSpec, tool_kinds: Collection[str]) -> Iterator[Check]:
    """Yield the checks of a specification, each of which raises WorkspaceError for a wrong name."""
    place = "workspace.yaml: citations"
    yield partial(require, spec.citations, CITATION_STYLES, what="citation style", place=place)
    for kind in spec.tools.other_names:
        place = f"workspace.yaml: tools.{kind}"
        yield partial(require, kind, tool_kinds, what="kind of tool", place=place)
    place = "workspace.yaml: intents"
    yield partial(require, GENERAL_UNSTRUCTURED, spec.intents, what="intent", place=place)
    for name in spec.slots:
        yield partial(_check_slot, spec, name)
    for name in spec.documents.metadata:
        yield partial(_check_metadata, spec, name)
    for intent in spec.intents.values():
        yield from _intent_checks(spec, intent)


def _check_slot(spec: WorkspaceSpec, name: str) -> None:
    slot, place = spec.slots[name], f"workspace.yaml: slots.{name}"
    if slot.node_type:
        require(slot.node_type, spec.node_types, what="node type", place=place)
    if slot.property:
        owner, _, prop = slot.property.partition(".")
        declared = _declared_properties(spec)
        require(owner, declared, what="node or edge type", place=place)
        require_property(prop, declared[owner], owner=owner, place=place)


def _check_metadata(spec: WorkspaceSpec, name: str) -> None:
    meta = spec.documents.metadata[name]
    if meta.node_type:
        place = f"workspace.yaml: documents.metadata.{name}"
        require(meta.node_type, spec.node_types, what="node type", place=place)
    for value in meta.value_labels if meta.values else ():
        place = f"workspace.yaml: documents.metadata.{name}.value_labels"
        require(value, meta.values, what="value", place=place)


def _declared_properties(spec: WorkspaceSpec) -> dict[str, Mapping[str, PropertySpec]]:
    nodes = {name: node_type.properties for name, node_type in spec.node_types.items()}
    return {**nodes, **{name: edge_type.properties for name, edge_type in spec.edge_types.items()}}


def _intent_checks(spec: WorkspaceSpec, intent: Intent) -> Iterator[Check]:
    """Yield the checks of an intent: its search, each start, then what all starts share."""
    place = f"workspace.yaml: intents.{intent.id}"
    if intent.any_of:
        at = f"{place}.any_of"
        yield partial(require, intent.any_of, intent.starts, what="start", place=at)
    yield partial(_check_search, spec, intent, f"{place}.search")
    for node_type, start in intent.starts.items():
        yield partial(_check_start, spec, intent, node_type, start, f"{place}.starts.{node_type}")
    yield partial(_check_heading, spec, intent.heading, f"{place}.heading")
    yield partial(_check_shared, spec, intent, place)


def _check_search(spec: WorkspaceSpec, intent: Intent, place: str) -> None:
    for name in intent.search.filters:
        require(name, spec.documents.metadata, what="metadata field", place=f"{place}.filters")
    _check_slots_used(spec, intent.search.filters, f"{place}.filters")
    known = spec.documents.metadata.get("document_type")
    types = known.values if known else ()
    for doc_type in intent.search.doc_types if types else ():
        require(doc_type, types, what="document type", place=f"{place}.doc_types")


def _check_shared(spec: WorkspaceSpec, intent: Intent, place: str) -> None:
    """Check the fact and the layout of an intent against the bindings of its starts."""
    everywhere = Bindings()
    for node_type, start in intent.starts.items():
        at = f"{place}.starts.{node_type}"
        everywhere.merge(_check_start(spec, intent, node_type, start, at))
    if intent.fact and intent.starts:
        _check_fact(spec, intent.fact, everywhere, f"{place}.fact")
    _check_layout(spec, intent.render_style, intent.columns, everywhere, place)


def _check_start(
    spec: WorkspaceSpec, intent: Intent, node_type: str, start: Start, place: str
) -> Bindings:
    require(node_type, spec.node_types, what="node type", place=place)
    properties = spec.node_types[node_type].properties
    _check_conditions(spec, start.where, node_type, properties, f"{place}.where")
    bound = Bindings(nodes={"start": node_type, node_type: node_type}, counted=bool(start.count))
    for number, path in enumerate(start.paths):
        bound.merge(_check_path(spec, node_type, path, f"{place}.paths[{number}]"))
    for name in filter(None, (start.distinct, start.count)):
        require(name, bound.nodes, what="binding", place=place)
    if start.fact is None and intent.fact is None:
        raise WorkspaceError(**localized("workspace.no_fact", place=place))
    if start.fact:
        _check_fact(spec, start.fact, bound, f"{place}.fact")
    _check_heading(spec, start.heading, f"{place}.heading")
    if start.render_style is not None:
        _check_layout(spec, start.render_style, start.columns, bound, place)
    return bound


def _check_path(spec: WorkspaceSpec, node_type: str, path: Iterable[Step], place: str) -> Bindings:
    bound, here = Bindings(nodes={"start": node_type, node_type: node_type}), node_type
    for number, step in enumerate(path):
        at = f"{place}[{number}]"
        if step.from_:
            require(step.from_, bound.nodes, what="binding", place=at)
            here = bound.nodes[step.from_]
        require(step.edge, spec.edge_types, what="edge type", place=at)
        require(step.node, spec.node_types, what="node type", place=at)
        _check_direction(spec, here, step, at)
        if step.when:
            require(step.when, spec.slots, what="slot", place=f"{at}.when")
        of_node = spec.node_types[step.node].properties
        _check_conditions(spec, step.where, step.node, of_node, f"{at}.where")
        of_edge = spec.edge_types[step.edge].properties
        _check_conditions(spec, step.edge_where, step.edge, of_edge, f"{at}.edge_where")
        bound.nodes[step.binding] = step.node
        if step.edge_as:
            bound.edges[step.edge_as] = step.edge
        here = step.node
    return bound


def _check_direction(spec: WorkspaceSpec, here: str, step: Step, place: str) -> None:
    edge_type = spec.edge_types[step.edge]
    leaves, lands = edge_type.from_, edge_type.to
    if step.direction == "in":
        leaves, lands = lands, leaves
    if here not in leaves or step.node not in lands:
        raise WorkspaceError(
            **localized(
                "workspace.step_direction",
                place=place,
                edge=step.edge,
                direction=step.direction,
                sources="/".join(leaves),
                targets="/".join(lands),
                start=here,
                end=step.node,
            )
        )


def _check_conditions(
    spec: WorkspaceSpec,
    conditions: Mapping[str, Condition],
    owner: str,
    properties: Mapping[str, PropertySpec],
    place: str,
) -> None:
    for name in conditions:
        require_property(name, (*ALWAYS, *properties), owner=owner, place=place)
    _check_slots_used(spec, conditions, place)


def _check_slots_used(spec: WorkspaceSpec, conditions: Mapping[str, Condition], place: str) -> None:
    for slot in filter(None, map(slot_of, conditions.values())):
        require(slot, spec.slots, what="slot", place=place)


def _check_fact(spec: WorkspaceSpec, fact: FactSpec, bound: Bindings, place: str) -> None:
    for name in fact.text.names():
        _check_name(spec, name, bound, f"{place}.text")
    for name in filter(None, (fact.source, fact.group)):
        require(name, bound.nodes, what="binding", place=place)
    require(fact.limit_kind, spec.caps, what="limit kind", place=f"{place}.limit_kind")
    for key in fact.order:
        _check_name(spec, key.lstrip("-"), bound, f"{place}.order")


def _check_heading(spec: WorkspaceSpec, heading: Template | None, place: str) -> None:
    if heading is None:
        return
    for name in heading.names():
        owner, _, rest = name.partition(".")
        if owner == "slots":
            require(rest, spec.slots, what="slot", place=place)
        elif name not in ("start.name", "total"):
            words = {"allowed": "{start.name}, {slots.…}, {total}", "name": f"{{{name}}}"}
            raise WorkspaceError(**localized("workspace.heading_name", place=place, **words))


def _check_layout(
    spec: WorkspaceSpec, style: str, columns: Sequence[str], bound: Bindings, place: str
) -> None:
    require(style, RENDER_STYLES, what="render style", place=f"{place}.render_style")
    if RENDER_STYLES[style].needs_columns and not columns:
        raise WorkspaceError(**localized("workspace.no_columns", place=place, style=style))
    for name in columns:
        _check_name(spec, name, bound, f"{place}.columns")


def _check_name(spec: WorkspaceSpec, name: str, bound: Bindings, place: str) -> None:
    if name == "count":
        if not bound.counted:
            raise WorkspaceError(**localized("workspace.no_count", place=place, name="{count}"))
        return
    owner, _, prop = name.partition(".")
    if owner in bound.edges:
        properties = spec.edge_types[bound.edges[owner]].properties
        require_property(prop, properties, owner=bound.edges[owner], place=place)
        return
    require(owner, (*bound.nodes, *bound.edges), what="binding", place=place)
    node_type = spec.node_types[bound.nodes[owner]]
    known = (*ALWAYS, *node_type.properties)
    require_property(prop, known, owner=bound.nodes[owner], place=place)
