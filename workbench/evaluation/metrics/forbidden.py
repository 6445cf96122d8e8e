"""forbidden: the answer contains no forbidden phrases and no internal identifiers."""

import re

from workbench.domain.run import Run, Stage
from workbench.evaluation.cases import Case
from workbench.evaluation.metrics.base import Metric, Miss, Score, normalize_text, share_met

_DEBRIS = re.compile(
    r"\[\d+\]\s*[–-]\s"  # "[1] – ": a citation reduced to its number
    r"|\(confidence"  # "(confidence 0.82)"
    r"|\b[a-z_]+:[a-z0-9]+(?:-[a-z0-9]+)+\b",  # "project:alor-broker": the id of a node
    re.IGNORECASE,
)


def score(case: Case, run: Run) -> Score:
    """The share of forbidden phrases that the answer avoids; markup debris counts as one more."""
    answer = run.answer.text if run.answer else ""
    misses = [
        Miss(stage=Stage.CHECK, what=f"the answer contains “{phrase}”")
        for phrase in case.forbidden
        if normalize_text(phrase) in normalize_text(answer)
    ]
    if debris := _DEBRIS.search(answer):
        misses.append(Miss(stage=Stage.CHECK, what=f"the answer shows “{debris.group()}”"))
    return share_met(len(case.forbidden) + 1, misses)


METRIC = Metric("forbidden phrases and internal ids that the answer avoids", score)
