"""Edits of a plan as values: its entities, calls, filters and limits."""

from collections.abc import Iterable
from typing import TypeAlias

from workbench.domain.plan import (
    Filters,
    PlanEntity,
    QueryPlan,
    ToolArgs,
    ToolCall,
    filter_value_text,
    kinds_of_args,
)
from workbench.workspace import Workspace

Pair: TypeAlias = tuple[str, str]
"""One value of a filter, such as ``("category", "database")``."""


def pairs_of(filters: Filters) -> list[Pair]:
    """The values of filters, one by one, written as those that a workspace declares.

    A year is ``("year", "2020")`` and a switch ``("remote", "true")``, whatever their JSON type.
    """
    return [
        (slot, filter_value_text(one))
        for slot, value in filters.items()
        for one in (value if isinstance(value, list) else [value])
    ]


def filters_of(pairs: Iterable[Pair]) -> Filters:
    """The filters that have these values; several of one slot are a list."""
    found: dict[str, list[str]] = {}
    for slot, value in pairs:
        found.setdefault(slot, []).append(value)
    return {slot: values[0] if len(values) == 1 else list(values) for slot, values in found.items()}


def with_entities(plan: QueryPlan, ids: Iterable[str], known: Iterable[PlanEntity]) -> QueryPlan:
    """The plan with the entities of these ids; ``known`` has one for each."""
    by_id = {one.id: one for one in known}
    return plan.model_copy(update={"entities": tuple(by_id[one] for one in ids)})


def with_argument(plan: QueryPlan, place: int, name: str, value: object) -> QueryPlan:
    """The plan with one argument of a call changed."""
    call = plan.tool_calls[place]
    args: ToolArgs = call.args.model_copy(update={name: value})
    edited = call.model_copy(update={"args": args})
    calls = (*plan.tool_calls[:place], edited, *plan.tool_calls[place + 1 :])
    return plan.model_copy(update={"tool_calls": calls})


def with_intent(plan: QueryPlan, place: int, intent: str) -> QueryPlan:
    """The plan with the intent of a call changed, and the plan's intents after their calls.

    The intent that the call had stays where another call has it too.
    """
    old = plan.tool_calls[place].args.intent_id
    changed = with_argument(plan, place, "intent", intent)
    left = {call.args.intent_id for call in changed.tool_calls}
    kept = [intent if one == old and old not in left else one for one in plan.intents]
    return changed.model_copy(update={"intents": tuple(dict.fromkeys([*kept, intent]))})


def new_calls(plan: QueryPlan, question: str, workspace: Workspace) -> list[ToolCall]:
    """The calls that can be added to a plan: of each tool one that needs no more than is known.

    A search gets the question's words; a call for an intent gets the plan's intent and entity.
    """
    structured = [name for name, one in workspace.spec.intents.items() if one.is_structured]
    intents = [*(name for name in plan.intents if name in structured), *structured]
    known = {"query": question, **({"intent": intents[0]} if intents else {})}
    found = []
    for tool, kind in workspace.tool_names.items():
        for args in kinds_of_args():
            needs = {name for name, one in args.model_fields.items() if one.is_required()}
            texts = {name for name in needs if args.model_fields[name].annotation is str}
            if args.kind != kind or not texts == needs <= set(known):
                continue
            given = {name: known[name] for name in needs}
            if "entity_id" in args.model_fields and plan.entities:
                given["entity_id"] = plan.entities[0].id
            found.append(ToolCall(tool=tool, args=args(**given)))
    return found


def with_call(plan: QueryPlan, call: ToolCall) -> QueryPlan:
    """The plan with one more call."""
    return plan.model_copy(update={"tool_calls": (*plan.tool_calls, call)})


def without_call(plan: QueryPlan, place: int) -> QueryPlan:
    """The plan without one of its calls."""
    calls = (*plan.tool_calls[:place], *plan.tool_calls[place + 1 :])
    return plan.model_copy(update={"tool_calls": calls})


def with_limit(plan: QueryPlan, name: str, value: int) -> QueryPlan:
    """The plan with one of its limits changed."""
    return plan.model_copy(update={"limits": plan.limits.model_copy(update={name: value})})
