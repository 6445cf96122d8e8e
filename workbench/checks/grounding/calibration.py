"""Refit the grounding probability to labelled claims with Platt scaling."""

from collections.abc import Sequence
from dataclasses import replace
from math import exp, log
from typing import NamedTuple

from workbench.checks.grounding.cross_lingual import language_of_claim
from workbench.checks.grounding.evidence_index import index_evidence
from workbench.checks.grounding.verdicts import DEFAULT_CALIBRATION, Calibration, judge_claims
from workbench.domain.evidence import Evidence
from workbench.domain.local_text import Language
from workbench.text.citation_marks import without_markers

_ROUNDS = 50
"""Iterations of Newton's method; a few already converge."""
_RIDGE = 10.0
"""Regularisation towards no change, in claims; chosen on half of Factcheck-GPT with 50 labels."""
_ENOUGH = 10
"""Claims of each label that a fit needs."""
_FOLDS = 5
_BINS = 10
_REASONS: Language = "en"
"""The language of the reasons, which a fit does not read."""


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
    plain = replace(base, scale=1.0, offset=0.0)
    judged = [
        (figure, supported) for figure, supported in _figures(labelled, plain) if 0 < figure < 1
    ]
    logits = [log(figure / (1.0 - figure)) for figure, _ in judged]
    scale, offset = _platt(logits, [supported for _, supported in judged])
    return replace(base, scale=scale, offset=offset)


def calibration_errors(
    labelled: Sequence[LabelledClaim], base: Calibration = DEFAULT_CALIBRATION
) -> tuple[float, float]:
    """Return the calibration error of the figures shown without a refit and with one.

    The second is cross-validated: every fifth claim of a label is judged by a refit to the others.

    Raises:
        ValueError: fewer than 13 claims of either label, so that ten are left without a fifth.
    """
    plain = replace(base, scale=1.0, offset=0.0)
    by_label = sorted(labelled, key=lambda one: one.supported)
    after = []
    for fold in range(_FOLDS):
        known = [one for at, one in enumerate(by_label) if at % _FOLDS != fold]
        after += _figures(by_label[fold::_FOLDS], calibrate(known, base))
    return _error(_figures(labelled, plain)), _error(after)


def _figures(
    labelled: Sequence[LabelledClaim], calibration: Calibration
) -> list[tuple[float, bool]]:
    """Return the figure shown for each text that can be judged, and whether it is supported."""
    shown = ((_shown(one, calibration), one.supported) for one in labelled)
    return [(figure, supported) for figure, supported in shown if figure is not None]


def _shown(one: LabelledClaim, calibration: Calibration) -> float | None:
    """Return the mean probability of the claims of a labelled text; None if none can be judged."""
    pool = index_evidence(one.evidence)
    written = language_of_claim(one.claim)
    claims = judge_claims(without_markers(one.claim), pool, _REASONS, calibration, written)
    figures = [claim.probability for claim in claims if claim.probability is not None]
    return sum(figures) / len(figures) if figures else None


def _error(figures: Sequence[tuple[float, bool]]) -> float:
    """Return the mean gap of figure and share of supported claims over ten bins; 0 for none."""
    gaps: dict[int, float] = {}
    for figure, supported in figures:
        place = min(int(figure * _BINS), _BINS - 1)
        gaps[place] = gaps.get(place, 0.0) + figure - supported
    return sum(map(abs, gaps.values())) / len(figures) if figures else 0.0


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
