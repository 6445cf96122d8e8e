"""The third layer of validation: how much a plan may ask for, and what does not go together.

A limit above the policy is a warning: the renderer applies the cap, so that a plan written by hand
with generous limits still runs. Calls beyond the maximum are an error: none is left out in silence.
"""

from collections.abc import Iterator

from workbench.domain.plan import (
    POLICY_CAPS,
    GraphArgs,
    LimitKind,
    PlanProblem,
    QueryPlan,
    RenderStyle,
)
from workbench.planner.limits import limit_kind
from workbench.workspace import Workspace


def check_policy(plan: QueryPlan, workspace: Workspace, max_calls: int) -> Iterator[PlanProblem]:
    """Problems of a plan whose names are all known."""
    yield from _scope(plan)
    if not plan.intents:
        yield _problem("$.intents", "no_intents", "A plan names at least one intent.")
    if len(plan.tool_calls) > max_calls:
        said = f"{len(plan.tool_calls)} tool calls; no more than {max_calls} are allowed."
        yield _problem("$.tool_calls", "too_many_calls", said, "Keep the calls that matter most.")
    for at, call in enumerate(plan.tool_calls):
        if call in plan.tool_calls[:at]:
            said = "The same call stands in the plan before."
            yield _warning(f"$.tool_calls[{at}]", "repeated_call", said)
    yield from _caps(plan, workspace)
    yield from _style(plan, workspace)


def _scope(plan: QueryPlan) -> Iterator[PlanProblem]:
    if plan.scope == "off_topic" and plan.tool_calls:
        said = "An off-topic question calls no tool."
        yield _problem("$.tool_calls", "off_topic_calls", said, "Remove the calls, or the scope.")
    if plan.scope == "in_scope" and not plan.tool_calls:
        said = "The plan calls no tool, so that nothing is found."
        yield _problem("$.tool_calls", "no_calls", said, "Add a call, or the scope «off_topic».")


def _caps(plan: QueryPlan, workspace: Workspace) -> Iterator[PlanProblem]:
    kinds = _kinds(plan, workspace)
    cap = max((POLICY_CAPS[kind] for kind in kinds), default=None)
    if cap is not None and plan.limits.max_items > max(cap, POLICY_CAPS["bullets"]):
        said = f"max_items is {plan.limits.max_items}; the policy shows no more than {cap}."
        yield _warning("$.limits.max_items", "over_cap", said, f"Use {cap} or less.")
    paragraphs = POLICY_CAPS["descriptions"]
    if plan.limits.max_paragraphs > paragraphs:
        said = f"max_paragraphs is {plan.limits.max_paragraphs}; the policy is {paragraphs}."
        yield _warning("$.limits.max_paragraphs", "over_cap", said, f"Use {paragraphs} or less.")


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
        said = "No intent of the plan declares columns; a table shows plain facts."
        yield _warning("$.render_style", "no_columns", said)


def _problem(path: str, code: str, message: str, suggestion: str = "") -> PlanProblem:
    return PlanProblem(path=path, code=code, message=message, suggestion=suggestion, layer="policy")


def _warning(path: str, code: str, message: str, suggestion: str = "") -> PlanProblem:
    problem = _problem(path, code, message, suggestion)
    return problem.model_copy(update={"severity": "warning"})
