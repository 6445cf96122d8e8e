"""A plan from a model, an editor or a file is checked in layers; nothing here raises."""

from collections.abc import Mapping
from typing import Any

from workbench.domain.plan import PlanProblem, QueryPlan
from workbench.planner.check_policy import check_policy
from workbench.planner.check_shape import read_shape
from workbench.planner.check_vocabulary import check_vocabulary
from workbench.planner.parsing import parse
from workbench.workspace import Workspace

MAX_TOOL_CALLS = 5


def validate_plan(
    raw: str | Mapping[str, Any] | QueryPlan,
    workspace: Workspace,
    *,
    max_tool_calls: int = MAX_TOOL_CALLS,
) -> tuple[QueryPlan | None, tuple[PlanProblem, ...]]:
    """The plan and every problem found; there is no plan exactly when a problem is an error."""
    data, problems = parse(raw)
    if data is None:
        return None, problems
    plan, found = read_shape(data)
    if plan is not None:
        found += (
            *check_vocabulary(plan, workspace),
            *check_policy(plan, workspace, max_tool_calls),
        )
    refused = any(problem.severity == "error" for problem in found)
    return (None if refused else plan), found
