"""The third layer of validation: how much a plan may ask for, and what does not go together.

A limit above the policy is a warning: the renderer applies the cap, so that a plan written by hand
with generous limits still runs. Calls beyond the maximum are an error: none is left out in silence.
"""

from collections.abc import Iterator
from functools import partial

from workbench.domain.plan import (
    POLICY_CAPS,
    GraphArgs,
    LimitKind,
    PlanProblem,
    QueryPlan,
    RenderStyle,
)
from workbench.planner.limit_policy import limit_kind
from workbench.planner.plan_problems import problem, warning
from workbench.workspace import Workspace

_problem, _warning = partial(problem, "policy"), partial(warning, "policy")


def check_policy(plan: QueryPlan, workspace: Workspace, max_calls: int) -> Iterator[PlanProblem]:
    """Problems of a plan whose names are all known."""
    yield from _scope(plan)
    if not plan.intents:
        yield _problem("$.intents", "no_intents")
    if len(plan.tool_calls) > max_calls:
        calls = len(plan.tool_calls)
        yield _problem("$.tool_calls", "too_many_calls", calls=calls, limit=max_calls)
    for at, call in enumerate(plan.tool_calls):
        if call in plan.tool_calls[:at]:
            yield _warning(f"$.tool_calls[{at}]", "repeated_call")
    yield from _caps(plan, workspace)
    yield from _style(plan, workspace)


def _scope(plan: QueryPlan) -> Iterator[PlanProblem]:
    if plan.scope == "off_topic" and plan.tool_calls:
        yield _problem("$.tool_calls", "off_topic_calls")
    if plan.scope == "in_scope" and not plan.tool_calls:
        yield _problem("$.tool_calls", "no_calls")


def _caps(plan: QueryPlan, workspace: Workspace) -> Iterator[PlanProblem]:
    kinds = _kinds(plan, workspace)
    cap = max((POLICY_CAPS[kind] for kind in kinds), default=None)
    if cap is not None and plan.limits.max_items > max(cap, POLICY_CAPS["bullets"]):
        yield _over("max_items", plan.limits.max_items, cap)
    paragraphs = POLICY_CAPS["descriptions"]
    if plan.limits.max_paragraphs > paragraphs:
        yield _over("max_paragraphs", plan.limits.max_paragraphs, paragraphs)


def _over(field: str, value: int, cap: int) -> PlanProblem:
    return _warning(f"$.limits.{field}", "over_cap", field=field, value=value, cap=cap)


def _kinds(plan: QueryPlan, workspace: Workspace) -> list[LimitKind]:
    """The kinds of facts that the plan's graph calls yield."""
    kinds = []
    for call in plan.tool_calls:
        if not isinstance(call.args, GraphArgs):
            continue
        intent = workspace.spec.intents.get(call.args.intent)
        node = workspace.nodes.get(call.args.entity_id or "")
        start = intent.starts.get(node.type if node else intent.any_of) if intent else None
        if intent is not None and start is not None:
            kinds.append(limit_kind(intent, start))
    return kinds


def _style(plan: QueryPlan, workspace: Workspace) -> Iterator[PlanProblem]:
    if plan.render_style is not RenderStyle.TABLE:
        return
    intents = [
        workspace.spec.intents[name] for name in plan.intents if name in workspace.spec.intents
    ]
    columns = [
        *(i.columns for i in intents),
        *(s.columns for i in intents for s in i.starts.values()),
    ]
    if not any(columns):
        yield _warning("$.render_style", "no_columns")
