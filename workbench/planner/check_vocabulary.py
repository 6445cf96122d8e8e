"""The second layer of validation: every name a plan uses, against what the workspace has."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from workbench.domain.graph import property_text
from workbench.domain.plan import (
    Fallback,
    Filters,
    FilterValue,
    GraphArgs,
    PlanProblem,
    QueryPlan,
    SearchArgs,
    ToolCall,
)
from workbench.planner.graph_calls import start_slots
from workbench.planner.plan_problems import problem, warning
from workbench.workspace import Workspace
from workbench.workspace.intents import Intent
from workbench.workspace.nearest_name import nearest

DOCUMENT_TYPE = "document_type"
_LISTED = 12
"""So many known names a message lists where none is alike."""

_error = partial(problem, "vocabulary")


def check_vocabulary(plan: QueryPlan, workspace: Workspace) -> Iterator[PlanProblem]:
    """Intents, tools, entities, filters and styles that do not exist or do not go together."""
    names = _Names(workspace)
    spec = workspace.spec
    for at, intent in enumerate(plan.intents):
        yield from names.known(f"$.intents[{at}]", "intent", intent, spec.intents)
    for at, entity in enumerate(plan.entities):
        yield from names.entity(f"$.entities[{at}]", entity.id, entity.type)
    for at, call in enumerate(plan.tool_calls):
        yield from _call(f"$.tool_calls[{at}]", call, names)
    yield from _fallback(plan.fallback, names)
    styles = spec.all_answer_styles
    yield from names.known("$.answer_style", "answer_style", plan.answer_style, styles)


@dataclass(frozen=True)
class _Names:
    """Looks names up in a workspace and words what is wrong."""

    workspace: Workspace

    def known(
        self, path: str, what: str, name: str, known: Collection[str]
    ) -> Iterator[PlanProblem]:
        """Nothing for a known name."""
        if name not in known:
            yield _error(path, f"unknown_{what}", name=name, **_hint(name, known))

    def entity(self, path: str, node_id: str, node_type: str) -> Iterator[PlanProblem]:
        """An entity of the plan: it exists and is of the stated type."""
        node = self.workspace.nodes.get(node_id)
        if node is None:
            yield from self.known(f"{path}.id", "entity", node_id, self.workspace.nodes)
        elif node.type != node_type:
            words = {"entity": node_id, "type": node.type, "said": node_type}
            yield _error(f"{path}.type", "entity_type", **words)

    def values(
        self, path: str, value: FilterValue, allowed: Collection[str], what: str
    ) -> Iterator[PlanProblem]:
        """A filter's value, or each of several."""
        if value == []:
            yield _error(path, "empty_filter")
        elif isinstance(value, list):
            for at, one in enumerate(value):
                yield from self.known(f"{path}[{at}]", what, one, allowed)
        else:
            yield from self.known(path, what, property_text(value, "en"), allowed)


def _fallback(fallback: Fallback, names: _Names) -> Iterator[PlanProblem]:
    tools = names.workspace.spec.tools
    if fallback.tool is not None:
        known = (tools.graph, tools.search)
        yield from names.known("$.fallback.tool", "tool", fallback.tool, known)
        if fallback.tool == tools.graph:
            yield _error("$.fallback.tool", "wrong_tool", other=tools.search)
    yield from _search_filters("$.fallback.filters", fallback.filters, names)


def _call(path: str, call: ToolCall, names: _Names) -> Iterator[PlanProblem]:
    tools = names.workspace.spec.tools
    kind = tools.kind_of(call.tool)
    if kind is None:
        yield from names.known(f"{path}.tool", "tool", call.tool, (tools.graph, tools.search))
    elif kind != call.kind:
        other = tools.search if call.kind == "search" else tools.graph
        words = {"tool": call.tool, "kind": kind, "given": call.kind, "other": other}
        yield _error(f"{path}.args", "wrong_arguments", **words)
    if isinstance(call.args, GraphArgs):
        yield from _graph(f"{path}.args", call.args, names)
    else:
        yield from _search(f"{path}.args", call.args, names)


def _graph(path: str, args: GraphArgs, names: _Names) -> Iterator[PlanProblem]:
    spec = names.workspace.spec
    intent = spec.intents.get(args.intent)
    if intent is None:
        structured = [key for key, one in spec.intents.items() if one.is_structured]
        yield from names.known(f"{path}.intent", "intent", args.intent, structured)
    elif not intent.is_structured:
        words = {"intent": intent.id, "other": spec.tools.search}
        yield _error(f"{path}.intent", "not_structured", **words)
    else:
        yield from _start(path, args, intent, names)
    for slot, value in args.filters.items():
        yield from names.known(f"{path}.filters.{slot}", "filter", slot, spec.slots)
        if slot in spec.slots:
            allowed, what = slot_values(slot, names.workspace)
            yield from names.values(f"{path}.filters.{slot}", value, allowed, what)


def _start(path: str, args: GraphArgs, intent: Intent, names: _Names) -> Iterator[PlanProblem]:
    accepted = ", ".join(intent.starts)
    kind = intent.any_of
    if args.entity_id is None:
        if not intent.any_of:
            words = {"intent": intent.id, "accepted": accepted}
            yield _error(f"{path}.entity_id", "entity_required", **words)
    elif args.entity_id not in names.workspace.nodes:
        at = f"{path}.entity_id"
        yield from names.known(at, "entity", args.entity_id, names.workspace.nodes)
    else:
        kind = names.workspace.nodes[args.entity_id].type
        if kind not in intent.starts:
            words = {"intent": intent.id, "type": kind, "accepted": accepted}
            yield _error(f"{path}.entity_id", "wrong_start", **words)
    if kind in intent.starts:
        yield from _unused(path, args.filters, start_slots(intent.starts[kind]), intent, names)


def _unused(
    path: str, filters: Filters, slots: Collection[str], intent: Intent, names: _Names
) -> Iterator[PlanProblem]:
    for slot in filters:
        if slot in names.workspace.spec.slots and slot not in slots:
            words = {"intent": intent.id, "slot": slot}
            yield warning("vocabulary", f"{path}.filters.{slot}", "unused_filter", **words)


def _search(path: str, args: SearchArgs, names: _Names) -> Iterator[PlanProblem]:
    yield from _search_filters(f"{path}.filters", args.filters, names)
    fields = names.workspace.spec.documents.metadata
    known = fields[DOCUMENT_TYPE].values if DOCUMENT_TYPE in fields else ()
    for at, doc_type in enumerate(args.doc_types if known else ()):
        yield from names.known(f"{path}.doc_types[{at}]", "document_type", doc_type, known)


def _search_filters(path: str, filters: Filters, names: _Names) -> Iterator[PlanProblem]:
    """A search filters by metadata fields; a slot stands for the field of its kind."""
    spec = names.workspace.spec
    fields = spec.documents.metadata
    for name, value in filters.items():
        yield from names.known(f"{path}.{name}", "filter", name, {**fields, **spec.slots})
        if name in fields:
            allowed, what = field_values(name, names.workspace)
        elif name in spec.slots:
            allowed, what = slot_values(name, names.workspace)
        else:
            continue
        if allowed or value == []:
            yield from names.values(f"{path}.{name}", value, allowed, what)


def slot_values(slot: str, workspace: Workspace) -> tuple[Collection[str], str]:
    """What a slot may hold, and what such a thing is called."""
    declared = workspace.spec.slots[slot]
    if declared.node_type:
        return _nodes_of(declared.node_type, workspace), "entity"
    if declared.values:
        return tuple(declared.values), "filter_value"
    owner, _, name = declared.property.partition(".")
    held = (node.properties.get(name) for node in workspace.nodes.values() if node.type == owner)
    return tuple(
        {property_text(value, "en") for value in held if value is not None}
    ), "filter_value"


def field_values(field: str, workspace: Workspace) -> tuple[Collection[str], str]:
    """What a metadata field may hold; nothing where anything may stand."""
    declared = workspace.spec.documents.metadata[field]
    if declared.node_type:
        return _nodes_of(declared.node_type, workspace), "entity"
    return declared.values, "filter_value"


def _nodes_of(node_type: str, workspace: Workspace) -> tuple[str, ...]:
    return tuple(node.id for node in workspace.nodes.values() if node.type == node_type)


def _hint(name: str, known: Iterable[str]) -> dict[str, str]:
    """The known name that is meant, or all of a few."""
    names = list(known)
    close = nearest(name, names)
    if close:
        return {"close": close}
    return {"known": ", ".join(sorted(names))} if len(names) <= _LISTED else {}
