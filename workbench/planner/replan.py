"""Join a plan with the calls that a model adds in the place of those that found nothing."""

import json
from collections.abc import Iterator, Sequence

from workbench.domain.evidence import Gap
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


def with_calls(
    plan: QueryPlan, gaps: Sequence[Gap], more: QueryPlan, workspace: Workspace, most: int
) -> QueryPlan | None:
    """Return the plan with new calls in the place of those that found nothing.

    Calls that found nothing stay where an intent of the plan would have no call without them.

    Args:
        plan: the plan that was carried out.
        gaps: what it left open.
        more: the model's second plan; calls that were made already do not count.
        workspace: the workspace of both.
        most: the number of new calls that are still allowed.

    Returns:
        None if there is no new call.
    """
    new = tuple(_new_calls(plan, more))[:most]
    if not new:
        return None
    failed = {gap.call for gap in gaps}
    kept = tuple(call for at, call in enumerate(plan.tool_calls) if at not in failed)
    for calls in ((*kept, *new), (*plan.tool_calls, *new)):
        joined, _ = validate_plan(
            _joined(plan, more, calls).model_dump(mode="json"),
            workspace,
            max_tool_calls=len(plan.tool_calls) + most,
        )
        if joined is not None:
            return joined
    return None


def _joined(plan: QueryPlan, more: QueryPlan, calls: tuple[ToolCall, ...]) -> QueryPlan:
    """Return the plan with these calls, the intents that they answer and the entities of both."""
    known = {entity.id for entity in plan.entities}
    answered = {call.args.intent_id for call in calls}
    asked = {call.args.intent_id for call in (*plan.tool_calls, *more.tool_calls)}
    intents = dict.fromkeys((*plan.intents, *more.intents))
    return plan.model_copy(
        update={
            "intents": tuple(one for one in intents if one in answered or one not in asked),
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
