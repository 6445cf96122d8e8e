"""Refits the grounding probability to labelled claims (Platt's method): a scale and an offset."""

from collections.abc import Sequence
from dataclasses import replace
from math import exp
from typing import NamedTuple

from workbench.checks.claim_features import compare
from workbench.checks.evidence_index import index_evidence
from workbench.checks.grounding import DEFAULT_CALIBRATION, Calibration
from workbench.domain.evidence import Evidence

_ROUNDS = 50
_RIDGE = 1e-3
_ENOUGH = 10


class LabelledClaim(NamedTuple):
    """A claim, what it is held against, and whether people say that this supports it."""

    claim: str
    evidence: Sequence[Evidence]
    supported: bool


def calibrate(
    labelled: Sequence[LabelledClaim], base: Calibration = DEFAULT_CALIBRATION
) -> Calibration:
    """The base with a scale and an offset fitted to the labels.

    Raises:
        ValueError: fewer than ten of either label: nothing could be learnt.
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
    """Newton's method on the log loss; a little ridge holds the two parameters near (1, 0)."""
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
