"""Build the tool calls of an intent from the entities and slot values of a question."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from workbench.domain.entities import ResolvedEntity, SlotMention
from workbench.domain.plan import Filters, FilterValue, GraphArgs, SearchArgs, ToolCall
from workbench.workspace import Workspace
from workbench.workspace.intents import Condition, Intent, Start, slot_of

Named: TypeAlias = Sequence[ResolvedEntity]


@dataclass(frozen=True)
class PlanningContext:
    """The entities and slot values that an intent's calls may use."""

    own: Named = ()
    """Entities that the question (or the clause) names."""
    sure: Named = ()
    """Entities of another clause or the earlier turn that the clause refers to."""
    supposed: Named = ()
    """Entities of another clause or the earlier turn that the clause may be about."""
    slots: Sequence[SlotMention] = ()
    inherited: Filters = field(default_factory=dict)
    """Slot values of the earlier turn that a fragment keeps."""
    expected: frozenset[str] = frozenset()
    """Types named by the most similar example."""


@dataclass(frozen=True)
class IntentCalls:
    """The calls of one intent, and the entities they use."""

    calls: tuple[ToolCall, ...]
    entities: tuple[ResolvedEntity, ...] = ()
    start: Start | None = None


def slot_types(slots: Iterable[str], workspace: Workspace) -> dict[str, str]:
    """Return the entity slots among the given ones, with the node type of each."""
    declared = workspace.spec.slots
    return {name: declared[name].node_type for name in slots if declared[name].node_type}


def usable_types(intent: Intent, workspace: Workspace) -> frozenset[str]:
    """Return the node types that an intent can start from or filter by."""
    taken = slot_types(intent.slots(), workspace).values()
    return frozenset((*intent.starts, *taken))


def subject_types(workspace: Workspace) -> frozenset[str]:
    """Return the types with a single node, the default start: naming that node narrows nothing."""
    return frozenset(node.type for node in workspace.subjects)


def graph_calls(
    intent: Intent, context: PlanningContext, workspace: Workspace
) -> IntentCalls | None:
    """Return the graph calls of an intent; None if no start fits the named entities."""
    chosen = _choose(intent, context, workspace)
    if chosen is None:
        return None
    kind, starters = chosen
    start = intent.starts[kind]
    others = [e for e in _fillers(context) if e.type != kind or not starters]
    filters, used = _filters(start, others, context, workspace)
    ids: list[str | None] = list(dict.fromkeys(e.canonical_id for e in starters)) or [None]
    calls = tuple(
        ToolCall(
            tool=workspace.spec.tools.graph,
            args=GraphArgs(intent=intent.id, entity_id=entity_id, filters=filters),
        )
        for entity_id in ids
    )
    return IntentCalls(calls, _distinct([*starters, *used]), start)


def distinct_calls(calls: Iterable[ToolCall]) -> list[ToolCall]:
    """Return each call once, in the order of the first ones."""
    found: list[ToolCall] = []
    for call in calls:
        if call not in found:
            found.append(call)
    return found


def search_call(
    intent: Intent, query: str, context: PlanningContext, workspace: Workspace
) -> IntentCalls:
    """Return a document search, filtered by the named entities where the intent has a filter."""
    filters: Filters = {}
    used: list[ResolvedEntity] = []
    fillers = _fillers(context)
    for name, condition in intent.search.filters.items():
        slot = slot_of(condition)
        if slot is None:
            filters[name] = _literal(condition)
            continue
        value, fitting = _slot_value(slot, fillers, context, workspace)
        if value is not None:
            filters[name] = value
            used += fitting
    args = SearchArgs(
        query=query,
        filters=filters,
        top_k=intent.search.top_k,
        doc_types=intent.search.doc_types,
    )
    call = ToolCall(tool=workspace.spec.tools.search, args=args)
    return IntentCalls((call,), _distinct([*used, *fillers]))


def _choose(
    intent: Intent, context: PlanningContext, workspace: Workspace
) -> tuple[str, list[ResolvedEntity]] | None:
    """Choose the start type and entities; no entities means all nodes of the type."""
    subjects = subject_types(workspace)
    for entities in _by_preference(context, subjects):
        kinds = [kind for kind in intent.starts if any(e.type == kind for e in entities)]
        if kinds:
            best = min(kinds, key=lambda k: _waste(k, intent, context.own, subjects, workspace))
            return best, [e for e in entities if e.type == best]
    if not intent.any_of or _unfit(intent.any_of, intent, context.own, subjects, workspace):
        return None
    return intent.any_of, []


def _by_preference(context: PlanningContext, subjects: frozenset[str]) -> Iterable[Named]:
    """Yield entities to start from: named, referred to, the workspace's subject, then supposed."""
    yield [e for e in context.own if e.type not in subjects]
    yield [e for e in context.sure if e.type not in subjects]
    yield [*context.own, *context.sure]
    yield [e for e in context.supposed if e.type in context.expected]


def _waste(
    kind: str, intent: Intent, own: Named, subjects: frozenset[str], workspace: Workspace
) -> tuple[int, int]:
    """Rank a start by the number of named types that it cannot use, then by declaration order."""
    left = _unfit(kind, intent, own, subjects, workspace)
    return (len(left), list(intent.starts).index(kind))


def _unfit(
    kind: str, intent: Intent, own: Named, subjects: frozenset[str], workspace: Workspace
) -> set[str]:
    """Return the named types that a start cannot use."""
    taken = set(slot_types(intent.starts[kind].slots(), workspace).values())
    return {e.type for e in own} - {kind} - taken - subjects


def _fillers(context: PlanningContext) -> list[ResolvedEntity]:
    """Return entities that may fill slots; those from elsewhere only for types not named here."""
    named = {e.type for e in context.own}
    return [*context.own, *(e for e in context.sure if e.type not in named)]


def _filters(
    start: Start, others: Named, context: PlanningContext, workspace: Workspace
) -> tuple[Filters, list[ResolvedEntity]]:
    filters: Filters = {}
    used: list[ResolvedEntity] = []
    for slot in sorted(start.slots()):
        value, fitting = _slot_value(slot, others, context, workspace)
        if value is None:
            value = context.inherited.get(slot)
        if value is not None:
            filters[slot] = value
            used += fitting
    return filters, used


def _slot_value(
    slot: str, entities: Named, context: PlanningContext, workspace: Workspace
) -> tuple[FilterValue | None, list[ResolvedEntity]]:
    """Return the value of a slot (one, or a list of alternatives) and the entities behind it."""
    node_type = workspace.spec.slots[slot].node_type
    fitting = [e for e in entities if node_type and e.type == node_type]
    found = [e.canonical_id for e in fitting] or [s.value for s in context.slots if s.slot == slot]
    values = list(dict.fromkeys(found))
    if not values:
        return None, []
    return (values[0] if len(values) == 1 else values), fitting


def _literal(condition: Condition) -> FilterValue:
    if isinstance(condition, list):
        return [str(value) for value in condition]
    return condition


def _distinct(entities: Iterable[ResolvedEntity]) -> tuple[ResolvedEntity, ...]:
    found: dict[str, ResolvedEntity] = {}
    for entity in entities:
        found.setdefault(entity.canonical_id, entity)
    return tuple(found.values())
