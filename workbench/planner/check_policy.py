"""Check a plan's limits and the consistency of its fields (the third layer of validation).

A limit above the workspace's caps is a warning: planners reduce it, and a plan given by the user
runs with its own limits. More calls than the maximum are an error, so that none is dropped
silently.
"""

from collections.abc import Iterator
from functools import partial

from workbench.domain.plan import PlanProblem, QueryPlan
from workbench.planner.limit_policy import exceeded_caps
from workbench.render_styles import RENDER_STYLES
from workbench.workspace import Workspace
from workbench.workspace.plan_problems import problem, warning

_problem, _warning = partial(problem, "policy"), partial(warning, "policy")


def check_policy(plan: QueryPlan, workspace: Workspace, max_calls: int) -> Iterator[PlanProblem]:
    """Yield the policy problems of a plan."""
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
    for field, cap in exceeded_caps(plan, workspace).items():
        words = {"field": field, "value": getattr(plan.limits, field), "cap": cap}
        yield _warning(f"$.limits.{field}", "over_cap", **words)


def _style(plan: QueryPlan, workspace: Workspace) -> Iterator[PlanProblem]:
    if not RENDER_STYLES[plan.render_style].needs_columns:
        return
    if workspace.query_intents.keys() & set(plan.intents):
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
