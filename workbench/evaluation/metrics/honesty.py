"""honesty: unanswerable questions are declined, or answered with low confidence."""

from workbench.domain.run import Run, Stage
from workbench.domain.run_summary import shown_confidence
from workbench.evaluation.cases import Case
from workbench.evaluation.metrics.base import UNSCORED, Metric, Miss, Score, share_met

MAX_CONFIDENCE = 0.3
"""The highest confidence that an answer to an unanswerable question may have."""


def score(case: Case, run: Run) -> Score:
    """1 for a declined off-topic or unanswerable question; unscored for other kinds of cases."""
    answer = run.answer
    if answer is None or case.kind not in ("off_topic", "unanswerable"):
        return UNSCORED
    misses = []
    if case.kind == "off_topic" and answer.outcome != "off_topic":
        misses = [Miss(stage=Stage.PLAN, what="not recognised as off-topic")]
    elif case.kind == "unanswerable" and (shown_confidence(run) or 0.0) > MAX_CONFIDENCE:
        what = f"answered with confidence {shown_confidence(run):.2f}"
        misses = [Miss(stage=Stage.EXECUTE, what=what)]
    return share_met(1, misses)


METRIC = Metric("unanswerable and off-topic questions that were not answered", score)
