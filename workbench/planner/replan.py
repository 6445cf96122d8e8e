"""Merge a plan with the calls by which a model replaces those that found nothing."""

import json
from collections.abc import Iterator, Sequence
from itertools import islice

from workbench.domain.evidence import Gap
from workbench.domain.graph_query import AllSet
from workbench.domain.plan import QueryPlan, ToolCall
from workbench.planner.validate import validate_plan
from workbench.workspace import Workspace


def open_calls(plan: QueryPlan, gaps: Sequence[Gap]) -> tuple[str, ...]:
    """Return the calls that left a gap, one line each, as the model is told of them."""
    found = {gap.call: gap for gap in gaps}
    return tuple(
        f"{call.tool} {_arguments(call)}: {found[number].reason}"
        for number, call in enumerate(plan.tool_calls)
        if number in found
    )


def new_calls(plan: QueryPlan, more: QueryPlan, most: int) -> tuple[ToolCall, ...]:
    """Return at most ``most`` calls of a second plan that the first has not made."""
    return tuple(_new_calls(plan, more))[:most]


def with_calls(
    plan: QueryPlan, calls: Sequence[ToolCall], more: QueryPlan, workspace: Workspace
) -> QueryPlan | None:
    """Return the plan with these calls, the intents that they answer and the entities of both.

    Args:
        plan: the plan that was carried out.
        calls: calls of it and of ``more``.
        more: the model's second plan.
        workspace: the workspace of both.

    Returns:
        None if the plan is not valid.
    """
    joined, _ = validate_plan(
        _joined(plan, more, tuple(calls)).model_dump(mode="json"),
        workspace,
        max_tool_calls=len(calls),
    )
    return joined


def without_replaced(
    plan: QueryPlan, gaps: Sequence[Gap], new: Sequence[ToolCall]
) -> tuple[ToolCall, ...]:
    """Return the calls of a plan, each new call in the place of one failed call at most.

    It replaces a call about the same entity or, where there is none, one for the same intent; a
    query to the graph only one about the same things. The other failed calls stay, so that the
    answer says what was not found.
    """
    failed = dict.fromkeys(gap.call for gap in gaps)
    replaced: set[int] = set()
    for same in (_same_subject, _same_intent):
        for call in new:
            open_ = (at for at in failed if at not in replaced and same(plan.tool_calls[at], call))
            replaced.update(islice(open_, 1))
    return tuple(call for at, call in enumerate(plan.tool_calls) if at not in replaced)


def _same_subject(failed: ToolCall, new: ToolCall) -> bool:
    subject = failed.args.subject_id
    return subject is not None and subject == new.args.subject_id


def _same_intent(failed: ToolCall, new: ToolCall) -> bool:
    """Return True if two calls have the same intent; all queries to the graph share one."""
    is_same = failed.kind == new.kind and failed.args.intent_id == new.args.intent_id
    return is_same and _subjects(failed) == _subjects(new)


def _subjects(call: ToolCall) -> frozenset[str]:
    """Return the nodes that a query to the graph names, or else the types that it is about."""
    query = call.args.graph_query
    sets = query.sets if query is not None else ()
    named = frozenset(query.named_nodes() if query is not None else ())
    return named or frozenset(one.type for one in sets if isinstance(one, AllSet))


def _joined(plan: QueryPlan, more: QueryPlan, calls: tuple[ToolCall, ...]) -> QueryPlan:
    known = {entity.id for entity in plan.entities}
    answered = {call.args.intent_id for call in calls}
    asked = {call.args.intent_id for call in (*plan.tool_calls, *more.tool_calls)}
    unasked = {*plan.intents, *(more.intents if None in answered else ())} - asked
    intents = dict.fromkeys((*plan.intents, *more.intents))
    return plan.model_copy(
        update={
            "intents": tuple(one for one in intents if one in answered or one in unasked),
            "entities": (*plan.entities, *(one for one in more.entities if one.id not in known)),
            "tool_calls": calls,
        }
    )


def _new_calls(plan: QueryPlan, more: QueryPlan) -> Iterator[ToolCall]:
    for call in more.tool_calls:
        if not any(call.tool == one.tool and call.args.finds_same(one.args)
                   for one in plan.tool_calls if one.kind == call.kind):  # fmt: skip
            yield call


def _arguments(call: ToolCall) -> str:
    return json.dumps(call.args.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False)
