"""Choose the facts that say the words of a question that its plan does not read."""

from collections.abc import Collection, Sequence

from workbench.domain.evidence import Evidence
from workbench.extractive.word_credit import SYNONYM_CREDIT, match_credit
from workbench.nlp.terms import content_terms
from workbench.nlp.tokens import tokens
from workbench.nlp.year_bounds import meets_bound, read_year_bound

_SHORTEST_PART = 6
"""Letters of the second part of a compound: shorter words end others by chance."""


def facts_with(facts: Sequence[Evidence], words: Sequence[str]) -> tuple[Evidence, ...]:
    """Return the facts that say each word that any of them says, in their order."""
    kept = tuple(facts)
    for word in words:
        saying = tuple(one for one in kept if says(one, word))
        as_said = _forms(saying, word)
        kept = tuple(one for one in kept if one in saying or _has_compound(one, as_said)) or kept
    return kept


def _forms(facts: Sequence[Evidence], word: str) -> frozenset[str]:
    """Return the words of facts by which they say a word, as they end compounds of them."""
    terms = content_terms(word) if read_year_bound(word) is None else ()
    said = {token.text.lower() for fact in facts for token in tokens(fact.content)}
    return frozenset(
        one
        for one in said
        if len(one) >= _SHORTEST_PART and any(match_credit(x, one) > SYNONYM_CREDIT for x in terms)
    )


def _has_compound(fact: Evidence, parts: Collection[str]) -> bool:
    """Whether a fact has a compound of a word: «автострахование» of «страхование»."""
    return any(
        token.text.lower().endswith(part) for token in tokens(fact.content) for part in parts
    )


def unsaid(facts: Sequence[Evidence], words: Sequence[str]) -> tuple[str, ...]:
    """Return the words that no fact says."""
    return tuple(word for word in words if not any(says(one, word) for one in facts))


def says(fact: Evidence, word: str) -> bool:
    """Whether a fact has a word, a translation or one of its root; a synonym is another word.

    "Before 2020" and "2017" are said by the years between which the fact is.
    """
    bound = read_year_bound(word)
    if bound is not None:
        return meets_bound(bound, fact.content)
    terms = content_terms(word)
    return bool(terms) and all(match_credit(one, fact.content) > SYNONYM_CREDIT for one in terms)
