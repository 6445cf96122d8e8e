"""Validate a plan from a model, an editor or a file, layer by layer, without raising errors."""

from collections.abc import Iterable, Mapping
from typing import Any

from workbench.domain.plan import PlanProblem, QueryPlan
from workbench.planner.check_agreement import check_agreement
from workbench.planner.check_policy import check_policy
from workbench.planner.check_shape import read_shape
from workbench.planner.check_vocabulary import check_names, check_vocabulary
from workbench.planner.parsing import parse
from workbench.workspace import Workspace

MAX_TOOL_CALLS = 5
"""Calls allowed in a plan unless MAX_TOOL_CALLS sets another number."""


def validate_plan(
    raw: str | Mapping[str, Any] | QueryPlan,
    workspace: Workspace,
    *,
    max_tool_calls: int = MAX_TOOL_CALLS,
) -> tuple[QueryPlan | None, tuple[PlanProblem, ...]]:
    """Return the plan and every problem found; the plan is None exactly when one is an error.

    The agreement of intents and calls is checked only if no earlier layer reports an error.
    """
    data, problems = parse(raw)
    if data is None:
        return None, problems
    plan, found = read_shape(data)
    if plan is None:
        found += tuple(check_names(data, workspace))
    else:
        found += (
            *check_vocabulary(plan, workspace),
            *check_policy(plan, workspace, max_tool_calls),
        )
        if not _is_refused(found):
            found += tuple(check_agreement(plan, workspace))
    return (None if _is_refused(found) else plan), found


def _is_refused(problems: Iterable[PlanProblem]) -> bool:
    return any(problem.severity == "error" for problem in problems)
