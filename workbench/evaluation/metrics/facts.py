"""facts: the answer states the expected facts."""

from workbench.domain.run import Run, Stage
from workbench.evaluation.cases import Case
from workbench.evaluation.metrics.base import Metric, Miss, Score, normalize_text, share_met


def score(case: Case, run: Run) -> Score:
    """The share of expected facts in the answer; ``a|b`` accepts either wording.

    A missing fact that the tools found is blamed on the write stage, others on execute.
    """
    answer = normalize_text(run.answer.text if run.answer else "")
    found = normalize_text(" ".join(item.content for item in run.facts.items) if run.facts else "")
    misses = []
    for wanted in case.facts:
        wordings = [normalize_text(wording) for wording in wanted.split("|")]
        if any(wording in answer for wording in wordings):
            continue
        was_found = any(wording in found for wording in wordings)
        stage = Stage.WRITE if was_found else Stage.EXECUTE
        misses.append(Miss(stage=stage, what=f"the answer lacks “{wanted}”"))
    return share_met(len(case.facts), misses)


METRIC = Metric("expected facts that the answer states", score)
