"""Score citations: precision of the cited evidence, recall over supported claims."""

from collections.abc import Collection, Sequence

from workbench.checks.grounding.claims import ClaimSpan
from workbench.checks.grounding.evidence_index import EvidenceIndex
from workbench.checks.grounding.verdicts import DEFAULT_CALIBRATION, Calibration, judge
from workbench.checks.time_budget import TimeBudget
from workbench.domain.answer import Citation
from workbench.domain.diagnostics import CitationScores, Claim
from workbench.domain.local_text import Language


def score_citations(
    citations: Sequence[Citation],
    claims: Sequence[Claim],
    pool: EvidenceIndex,
    language: Language,
    calibration: Calibration = DEFAULT_CALIBRATION,
    budget: TimeBudget | None = None,
) -> CitationScores:
    """Return the share of citations that support their sentence, and of supported claims that cite.

    Citations that are not judged within the budget are excluded.
    """
    budget = budget or TimeBudget()
    verdicts: dict[tuple[str, str], bool | None] = {}
    for one in citations:
        cited = (one.evidence_id, one.quoted_text)
        if cited not in verdicts and not budget.is_spent:
            verdicts[cited] = _holds(one, pool, language, calibration)
    held = [verdicts.get((one.evidence_id, one.quoted_text)) for one in citations]
    judged = [one for one in held if one is not None]
    sentences = {" ".join(one.quoted_text.split()) for one in citations}
    supported = [claim for claim in claims if claim.verdict == "supported"]
    said = [" ".join(claim.text.split()) for claim in supported]
    with_citation = {one for one in set(said) if _is_cited(one, sentences)}
    return CitationScores(
        precision=sum(judged) / len(judged) if judged else None,
        recall=sum(one in with_citation for one in said) / len(said) if said else None,
    )


def _holds(
    citation: Citation, pool: EvidenceIndex, language: Language, calibration: Calibration
) -> bool | None:
    """Return whether the cited evidence alone supports its sentence; None if not checkable."""
    sentence = citation.quoted_text
    if not sentence:
        return None
    claim = ClaimSpan(sentence, 0, len(sentence), checkable=True)
    verdict = judge(claim, pool.of(citation.evidence_id), language, calibration).verdict
    return None if verdict == "not_checkable" else verdict == "supported"


def _is_cited(said: str, sentences: Collection[str]) -> bool:
    """Return whether the claim contains, or is contained in, a sentence with a citation."""
    return any(sentence and (said in sentence or sentence in said) for sentence in sentences)
