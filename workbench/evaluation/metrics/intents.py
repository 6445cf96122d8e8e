"""intents: the plan has the expected intents."""

from workbench.domain.run import Run, Stage
from workbench.evaluation.cases import Case
from workbench.evaluation.metrics.base import Metric, Miss, Score, share_met


def score(case: Case, run: Run) -> Score:
    """The share of expected intents in the plan; ``A|B`` accepts either intent."""
    planned = set(run.plan.intents) if run.plan else set()
    expected = case.intents or ()
    misses = [
        Miss(stage=Stage.PLAN, what=f"{wanted} not planned (planned {sorted(planned)})")
        for wanted in expected
        if not planned & set(wanted.split("|"))
    ]
    return share_met(len(expected), misses)


METRIC = Metric("expected intents that were planned", score)
