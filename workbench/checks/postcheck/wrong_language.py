"""Detect answers written in another language than the question."""

from workbench.checks.grounding.claims import split_claims
from workbench.checks.grounding.evidence_index import index_evidence, plain, provided_evidence
from workbench.checks.postcheck.inspection import Inspection, Violation
from workbench.nlp.language_detection import language_of_prose
from workbench.settings import OFFLINE
from workbench.text.draft import Draft

_EXCERPT = 60
"""Characters of the answer in the finding."""


def wrong_language(draft: Draft, inspection: Inspection) -> Violation | None:
    """Return a violation if an answer is clearly not in the question's language, else None.

    Text copied from the sources may be in their language, and offline answers only copy. Short
    answers, names, numbers, code and tables have no detectable language.
    """
    if draft.answer.model == OFFLINE or len(inspection.workspace.spec.languages) < 2:
        return None
    said = _own_words(draft, inspection)
    if language_of_prose(said) in (None, inspection.language):
        return None
    excerpt = said if len(said) <= _EXCERPT else f"{said[: _EXCERPT - 1].rstrip()}…"
    return Violation("answer_language", 0, 0, excerpt, "rewrite")


def _own_words(draft: Draft, inspection: Inspection) -> str:
    """Return the claims that occur verbatim in neither the sources nor the rendered facts."""
    evidence = provided_evidence(inspection.facts, inspection.rendered)
    pool = index_evidence(evidence, inspection.workspace.subject_names)
    rendered = plain(inspection.rendered.text)
    claims = split_claims(draft.clean)
    own = (
        one.text
        for one in claims
        if one.checkable and plain(one.text) not in rendered and not pool.verbatim(one.text)
    )
    return " ".join(" ".join(own).split())
