"""Choose the facts that say the words of a question that its plan does not read."""

from collections.abc import Sequence

from workbench.domain.evidence import Evidence
from workbench.extractive.word_credit import SYNONYM_CREDIT, match_credit
from workbench.nlp.terms import content_terms


def facts_with(facts: Sequence[Evidence], words: Sequence[str]) -> tuple[Evidence, ...]:
    """Return the facts that say each word that any of them says, in their order."""
    kept = tuple(facts)
    for word in words:
        saying = tuple(one for one in kept if says(one, word))
        kept = saying or kept
    return kept


def unsaid(facts: Sequence[Evidence], words: Sequence[str]) -> tuple[str, ...]:
    """Return the words that no fact says."""
    return tuple(word for word in words if not any(says(one, word) for one in facts))


def says(fact: Evidence, word: str) -> bool:
    """Whether a fact has a word, a translation or one of its root; a synonym is another word."""
    terms = content_terms(word)
    return bool(terms) and all(match_credit(one, fact.content) > SYNONYM_CREDIT for one in terms)
