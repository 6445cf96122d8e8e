"""Labels of a workspace refit the probability, and nothing else."""

import pytest

from tests.support.insurance_workspace import fact
from workbench.checks.grounding.calibration import LabelledClaim, calibrate
from workbench.checks.grounding.claim_features import compare
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
        features = compare(claim, pool)
        moved = fitted.probability(features) - DEFAULT_CALIBRATION.probability(features)
        assert moved * better > 0


def test_too_few_labels_teach_nothing() -> None:
    with pytest.raises(ValueError, match="at least 10"):
        calibrate(labelled(said=True, unsaid=False, times=3))
