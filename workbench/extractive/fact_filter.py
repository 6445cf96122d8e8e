"""Filter facts by the words of a question that its plan did not use."""

from collections.abc import Collection, Sequence

from workbench.domain.evidence import Evidence
from workbench.extractive.word_credit import SYNONYM_CREDIT, match_credit
from workbench.nlp.terms import content_terms
from workbench.nlp.tokens import tokens
from workbench.nlp.year_bounds import meets_bound, read_year_bound

_SHORTEST_PART = 6
"""Letters of the second part of a compound: shorter words end others by chance."""


def filter_facts(facts: Sequence[Evidence], words: Sequence[str]) -> tuple[Evidence, ...]:
    """Return the facts with every word that at least one of them has, in their order."""
    kept = tuple(facts)
    for word in words:
        with_word = tuple(one for one in kept if has_word(one, word))
        forms = _forms(with_word, word)
        kept = tuple(one for one in kept if one in with_word or _has_compound(one, forms)) or kept
    return kept


def _forms(facts: Sequence[Evidence], word: str) -> frozenset[str]:
    """Return the forms in which facts have a word, to be looked for at the end of compounds."""
    terms = content_terms(word) if read_year_bound(word) is None else ()
    words = {token.text.lower() for fact in facts for token in tokens(fact.content)}
    return frozenset(
        one
        for one in words
        if len(one) >= _SHORTEST_PART and any(match_credit(x, one) > SYNONYM_CREDIT for x in terms)
    )


def _has_compound(fact: Evidence, parts: Collection[str]) -> bool:
    """Whether a fact has a compound of a word: «автострахование» of «страхование»."""
    return any(
        token.text.lower().endswith(part) for token in tokens(fact.content) for part in parts
    )


def missing_words(facts: Sequence[Evidence], words: Sequence[str]) -> tuple[str, ...]:
    """Return the words that no fact has."""
    return tuple(word for word in words if not any(has_word(one, word) for one in facts))


def has_word(fact: Evidence, word: str) -> bool:
    """Return True if a fact has a word, its translation or a word of its root; not for a synonym.

    A fact has "before 2020" or "2017" if its years meet that bound.
    """
    bound = read_year_bound(word)
    if bound is not None:
        return meets_bound(bound, fact.content)
    terms = content_terms(word)
    return bool(terms) and all(match_credit(one, fact.content) > SYNONYM_CREDIT for one in terms)
