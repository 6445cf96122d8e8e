"""The verdict and the figure that a person sees for a text against its sources."""

from collections.abc import Sequence
from typing import NamedTuple

from workbench.checks.grounding.evidence_index import EvidenceIndex
from workbench.checks.grounding.verdicts import DEFAULT_CALIBRATION, Calibration, judge_claims
from workbench.domain.diagnostics import Claim, Verdict
from workbench.domain.local_text import LANGUAGES
from workbench.nlp.language_detection import detect_language
from workbench.text.citation_marks import without_markers

UNKNOWN = 0.5
"""The figure of a text in which nothing was checked."""
_WORST_FIRST: tuple[Verdict, ...] = ("contradicted", "not_in_sources", "supported", "not_checkable")


class Judged(NamedTuple):
    """The worst verdict of a text's claims and their mean probability of support."""

    verdict: Verdict
    probability: float
    claims: tuple[Claim, ...]


def judged(
    text: str, pool: EvidenceIndex, calibration: Calibration = DEFAULT_CALIBRATION
) -> Judged:
    """Judge a text as `Workbench.check` does."""
    language = detect_language(text, LANGUAGES)
    claims = judge_claims(without_markers(text), pool, language, calibration, language)
    shown = [one.probability for one in claims if one.probability is not None]
    return Judged(worst(claims), sum(shown) / len(shown) if shown else UNKNOWN, claims)


def worst(claims: Sequence[Claim]) -> Verdict:
    """Return the verdict that a reader of the text has to know of first."""
    verdicts = {one.verdict for one in claims}
    return next((one for one in _WORST_FIRST if one in verdicts), "not_checkable")
