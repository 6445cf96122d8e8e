"""Score citations: precision of the cited evidence, recall over supported claims."""

from collections.abc import Collection, Mapping, Sequence

from workbench.checks.grounding.claims import ClaimSpan, split_claims
from workbench.checks.grounding.evidence_index import EvidenceIndex
from workbench.checks.grounding.labelled_evidence import under_labels
from workbench.checks.grounding.verdicts import DEFAULT_CALIBRATION, Calibration, judge
from workbench.checks.time_budget import TimeBudget
from workbench.domain.answer import Citation
from workbench.domain.diagnostics import CitationScores, Claim
from workbench.domain.local_text import Language
from workbench.text.citation_marks import Unmarked
from workbench.text.cited_cells import CellLabels


def score_citations(
    citations: Sequence[Citation],
    claims: Sequence[Claim],
    pool: EvidenceIndex,
    language: Language,
    calibration: Calibration = DEFAULT_CALIBRATION,
    budget: TimeBudget | None = None,
    answer: Unmarked | None = None,
) -> CitationScores:
    """Return the share of citations that support their sentence, and of supported claims that cite.

    Citations that are not judged within the budget are excluded. ``answer`` is the text that cites,
    for the cells of its tables.
    """
    budget = budget or TimeBudget()
    spans = split_claims(answer) if answer is not None else ()
    cells = {span.text_with_subject: span for span in spans if span.cell is not None}
    verdicts: dict[tuple[str, str], bool | None] = {}
    for one in citations:
        cited = (one.evidence_id, one.quoted_text)
        if cited not in verdicts and not budget.is_spent:
            verdicts[cited] = _holds(one, cells, pool, language, calibration)
    held = [verdicts.get((one.evidence_id, one.quoted_text)) for one in citations]
    judged = [one for one in held if one is not None]
    sentences = {" ".join(one.quoted_text.split()) for one in citations}
    supported = [claim for claim in claims if claim.verdict == "supported"]
    said = [" ".join(claim.statement.split()) for claim in supported]
    with_citation = {one for one in set(said) if _is_cited(one, sentences)}
    return CitationScores(
        precision=sum(judged) / len(judged) if judged else None,
        recall=sum(one in with_citation for one in said) / len(said) if said else None,
    )


def _holds(
    citation: Citation,
    cells: Mapping[str, ClaimSpan],
    pool: EvidenceIndex,
    language: Language,
    calibration: Calibration,
) -> bool | None:
    """Return whether the cited evidence alone supports its sentence; None if not checkable.

    Evidence without the labels of a cell does not, if other evidence has them.
    """
    sentence = citation.quoted_text
    if not sentence:
        return None
    claim = cells.get(sentence) or ClaimSpan(sentence, 0, len(sentence), checkable=True)
    cited = pool.of(citation.evidence_id)
    if claim.cell is not None and _is_under_other(claim.cell, cited, pool):
        return False
    verdict = judge(claim, cited, language, calibration).verdict
    return None if verdict == "not_checkable" else verdict == "supported"


def _is_under_other(labels: CellLabels, cited: EvidenceIndex, pool: EvidenceIndex) -> bool:
    """Return whether the labels of a cell are in other evidence than the cited one."""
    return not under_labels(labels, cited).windows and bool(under_labels(labels, pool).windows)


def _is_cited(said: str, sentences: Collection[str]) -> bool:
    """Return whether the claim contains, or is contained in, a sentence with a citation."""
    return any(sentence and (said in sentence or sentence in said) for sentence in sentences)
