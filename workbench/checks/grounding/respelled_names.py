"""Write a claim's names as the evidence does: «Дэннис» as "Dennis", "Brunner" as «Брюннер»."""

from workbench.checks.grounding.evidence_index import EvidenceIndex
from workbench.nlp.morphology import lemma
from workbench.nlp.name_keys import is_transcribed
from workbench.nlp.terms import contains, content_terms


def respell_names(claim: str, pool: EvidenceIndex) -> str:
    """Return the claim with each name that the evidence has in the other script in its spelling."""
    parts, at = [], 0
    for term in content_terms(claim):
        if not term.text[0].isupper() or contains(term, pool.words):
            continue
        forms = (term.text, lemma(term.text))
        known = (
            name for name in pool.names.values() if any(is_transcribed(one, name) for one in forms)
        )
        if (name := next(known, None)) is not None:
            parts += [claim[at : term.start], name]
            at = term.end
    return "".join([*parts, claim[at:]])
