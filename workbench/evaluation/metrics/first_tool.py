"""first_tool: the first tool call is the expected one, or there is none as expected."""

from workbench.domain.run import Run, Stage
from workbench.evaluation.cases import Case
from workbench.evaluation.metrics.base import UNSCORED, Metric, Miss, Score, share_met


def score(case: Case, run: Run) -> Score:
    """1 where the first call uses the expected tool, else 0."""
    if not case.judges_first_tool:
        return UNSCORED
    first = run.tool_calls[0].tool if run.tool_calls else None
    misses = []
    if first != case.first_tool:
        misses = [Miss(stage=Stage.PLAN, what=f"first tool {first}, not {case.first_tool}")]
    return share_met(1, misses)


METRIC = Metric("cases whose first tool call is the expected one", score)
