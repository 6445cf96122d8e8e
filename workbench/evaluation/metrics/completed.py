"""completed: the run finished without a failure and has an answer."""

from workbench.domain.run import Run, Stage
from workbench.evaluation.cases import Case
from workbench.evaluation.metrics.base import Metric, Miss, Score, share_met


def score(_: Case, run: Run) -> Score:
    """1 for a run with an answer, 0 for one that failed or has none."""
    misses = []
    if run.failure is not None:
        error = run.failure.error
        misses = [Miss(stage=run.failure.name, what=error.message if error else "failed")]
    elif run.answer is None or not run.answer.text.strip():
        misses = [Miss(stage=Stage.WRITE, what="there is no answer")]
    return share_met(1, misses)


METRIC = Metric("runs that ended with an answer", score)
