"""Refit the grounding probability to labelled claims with Platt scaling."""

from collections.abc import Sequence
from dataclasses import replace
from math import exp
from typing import NamedTuple

from workbench.checks.grounding.claim_features import compare
from workbench.checks.grounding.evidence_index import index_evidence
from workbench.checks.grounding.verdicts import DEFAULT_CALIBRATION, Calibration
from workbench.domain.evidence import Evidence

_ROUNDS = 50
"""Iterations of Newton's method; a few already converge."""
_RIDGE = 1e-3
"""Regularisation strength; keeps separable labels from diverging."""
_ENOUGH = 10
"""Claims of each label that a fit needs."""


class LabelledClaim(NamedTuple):
    """A claim, its evidence, and whether annotators judged it supported."""

    claim: str
    evidence: Sequence[Evidence]
    supported: bool


def calibrate(
    labelled: Sequence[LabelledClaim], base: Calibration = DEFAULT_CALIBRATION
) -> Calibration:
    """Return the base calibration with a scale and an offset fitted to the labels.

    Raises:
        ValueError: fewer than ten claims of either label.
    """
    positives = sum(one.supported for one in labelled)
    if min(positives, len(labelled) - positives) < _ENOUGH:
        raise ValueError(
            f"at least {_ENOUGH} supported and {_ENOUGH} unsupported claims are needed"
        )
    logits = [base.logit(compare(one.claim, index_evidence(one.evidence))) for one in labelled]
    scale, offset = _platt(logits, [one.supported for one in labelled])
    return replace(base, scale=scale, offset=offset)


def _platt(logits: Sequence[float], labels: Sequence[bool]) -> tuple[float, float]:
    """Fit by Newton's method on the log loss, with ridge regularisation towards (1, 0)."""
    scale, offset = 1.0, 0.0
    for _ in range(_ROUNDS):
        gs, go = _RIDGE * (scale - 1.0), _RIDGE * offset
        hss, hso, hoo = _RIDGE, 0.0, _RIDGE
        for logit, label in zip(logits, labels, strict=True):
            p = 1.0 / (1.0 + exp(-max(-30.0, min(30.0, scale * logit + offset))))
            error, spread = p - label, p * (1.0 - p)
            gs, go = gs + error * logit, go + error
            hss, hso, hoo = hss + spread * logit * logit, hso + spread * logit, hoo + spread
        determinant = hss * hoo - hso * hso
        scale -= (hoo * gs - hso * go) / determinant
        offset -= (hss * go - hso * gs) / determinant
    return scale, offset
