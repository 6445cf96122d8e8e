"""entities: the expected nodes were recognised."""

from workbench.domain.run import Run, Stage
from workbench.evaluation.cases import Case
from workbench.evaluation.metrics.base import Metric, Miss, Score, share_met


def score(case: Case, run: Run) -> Score:
    """The share of expected nodes among the resolved ones; ``a|b`` accepts either node."""
    found = {entity.canonical_id for entity in run.entities}
    expected = case.entities or ()
    misses = [
        Miss(stage=Stage.RESOLVE, what=f"{wanted} not recognised (found {sorted(found)})")
        for wanted in expected
        if not found & set(wanted.split("|"))
    ]
    return share_met(len(expected), misses)


METRIC = Metric("expected entities that were recognised", score)
