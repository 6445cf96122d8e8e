"""Labels of a workspace refit the probability, and nothing else."""

import pytest

from tests.support.insurance_workspace import fact
from workbench.checks.grounding.calibration import LabelledClaim, calibrate, calibration_errors
from workbench.checks.grounding.claim_features import compare
from workbench.checks.grounding.claim_keys import claim_keys
from workbench.checks.grounding.evidence_index import index_evidence
from workbench.checks.grounding.verdicts import DEFAULT_CALIBRATION

EVIDENCE = [fact("Glass is covered up to $500 for each claim")]
SAID = "Glass is covered up to $500."
UNSAID = "Dentures are a pleasant surprise."


def labelled(said: bool, unsaid: bool, times: int = 12) -> list[LabelledClaim]:
    return [
        LabelledClaim(SAID, EVIDENCE, said),
        LabelledClaim(UNSAID, EVIDENCE, unsaid),
    ] * times


def test_probabilities_move_towards_the_labels() -> None:
    fitted = calibrate(labelled(said=True, unsaid=False))

    pool = index_evidence(EVIDENCE)
    for claim, better in ((SAID, 1), (UNSAID, -1)):
        features = compare(claim, claim_keys(claim, pool), pool)
        moved = fitted.probability(features) - DEFAULT_CALIBRATION.probability(features)
        assert moved * better > 0


def test_too_few_labels_teach_nothing() -> None:
    with pytest.raises(ValueError, match="at least 10"):
        calibrate(labelled(said=True, unsaid=False, times=3))


def test_thirteen_of_either_label_are_enough_in_any_order() -> None:
    mixed = labelled(said=True, unsaid=False, times=13)
    said, unsaid = mixed[::2], mixed[1::2]
    by_fives = [one for at in range(0, 13, 4) for one in (*unsaid[at : at + 4], said[at])]
    by_fives += said[4:]
    for given in (mixed, [*said, *unsaid], by_fives):
        assert calibration_errors(given)


def test_a_text_without_a_figure_has_no_error() -> None:
    russian = LabelledClaim("Стекло покрывается полностью и сразу.", EVIDENCE, supported=True)
    known = labelled(said=True, unsaid=False, times=13)
    assert calibration_errors([*known, russian])[0] == calibration_errors(known)[0]
