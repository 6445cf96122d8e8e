"""Whether citations hold: precision over the cited, recall over what should be cited."""

from collections.abc import Sequence

from workbench.checks.claims import ClaimSpan
from workbench.checks.evidence_index import EvidenceIndex
from workbench.checks.grounding import DEFAULT_CALIBRATION, Calibration, judge
from workbench.domain.answer import Citation
from workbench.domain.diagnostics import CitationScores, Claim
from workbench.domain.local_text import Language


def score_citations(
    citations: Sequence[Citation],
    claims: Sequence[Claim],
    pool: EvidenceIndex,
    language: Language,
    calibration: Calibration = DEFAULT_CALIBRATION,
) -> CitationScores:
    """Precision: cited evidence that supports its sentence. Recall: supported claims that cite."""
    verdicts = [_holds(one, pool, language, calibration) for one in citations]
    judged = [held for held in verdicts if held is not None]
    supported = [claim for claim in claims if claim.verdict == "supported"]
    cited = [claim for claim in supported if _is_cited(claim, citations)]
    return CitationScores(
        precision=sum(judged) / len(judged) if judged else None,
        recall=len(cited) / len(supported) if supported else None,
    )


def _holds(
    citation: Citation, pool: EvidenceIndex, language: Language, calibration: Calibration
) -> bool | None:
    """Whether the cited evidence alone carries its sentence; None when that cannot be told."""
    sentence = citation.quoted_text
    if not sentence:
        return None
    claim = ClaimSpan(sentence, 0, len(sentence), checkable=True)
    verdict = judge(claim, pool.of(citation.evidence_id), language, calibration).verdict
    return None if verdict == "not_checkable" else verdict == "supported"


def _is_cited(claim: Claim, citations: Sequence[Citation]) -> bool:
    """The claim is a part of a sentence with a citation, or such a sentence a part of it."""
    said = " ".join(claim.text.split())
    sentences = (" ".join(one.quoted_text.split()) for one in citations)
    return any(sentence and (said in sentence or sentence in said) for sentence in sentences)
