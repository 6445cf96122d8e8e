"""Recognise a model's answer that says only that the sources hold none."""

from workbench.checks.grounding.claims import split_claims
from workbench.checks.messages import localized_text
from workbench.checks.postcheck.inspection import Inspection
from workbench.domain.local_text import all_texts
from workbench.nlp.phrases import has_phrase
from workbench.nlp.word_lists import word_list
from workbench.text.draft import Draft


def as_refusal(draft: Draft, inspection: Inspection) -> Draft:
    """Return the draft with the outcome ``no_answer`` if it only reports absence.

    "The sources do not say what the salary is." refuses; one that adds the nearest statement of a
    source, or any claim, is an answer.
    """
    if inspection.options.is_structured or not _refuses(draft, inspection):
        return draft
    reason = localized_text("model_refused", inspection.language)
    said = {"outcome": "no_answer", "reasoning": reason, "confidence": 0.0}
    return Draft(draft.answer.model_copy(update=said))


def _refuses(draft: Draft, inspection: Inspection) -> bool:
    if draft.clean.markers:
        return False
    text = draft.answer.text.strip()
    if text in map(str.strip, all_texts(inspection.workspace.spec.scope.no_answer)):
        return True
    states = any(claim.checkable for claim in split_claims(draft.clean))
    return not states and has_phrase(text, word_list("absence"))
