"""Compute the features of a claim against the evidence: overlap, missing names and amounts."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from workbench.checks.grounding.claim_keys import Key
from workbench.checks.grounding.evidence_index import (
    EvidenceIndex,
    Window,
    common_words,
    general_weight,
)
from workbench.nlp.grammar import in_word_list
from workbench.nlp.morphology import is_cyrillic, is_proper_name
from workbench.nlp.phrases import find_phrases
from workbench.nlp.quantities import Quantity, is_entailed, quantities
from workbench.nlp.spelling import normalize_spelling
from workbench.nlp.terms import Term, contains, content_terms, stem_key
from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import word_list

_CLOSEST = 4
"""Windows compared, at most."""
_NOT_FAR = 0.6
"""Least coverage of a compared window, as a share of the best one's."""
_ALIGNED_LENGTH = 2
_ALIGNED_MARGIN = 6
"""An aligned window has at most 2 x the claim's tokens + 6."""
_GRAM = 4
"""Characters of an n-gram; shared ones show the same word in another inflection."""
_THIRD_PERSON = re.compile(r"[a-z]+s")
"""A verb such as works, is, has; also the plural of a noun."""
# What separates words, made one space, so that n-grams ignore punctuation.
_SPACE = re.compile(r"\W+")


@dataclass(frozen=True)
class Features:
    """One claim compared with its nearest windows; every share is on 0-1."""

    window: Window | None
    covered: float
    """Share of the claim's words in the nearest window."""
    covered_anywhere: float
    rare_covered: float
    """The same with each word weighted by how few statements have it; one word of a name counts."""
    shared_grams: float
    """Share of its character four-grams in the best of the nearest windows."""
    missing_names: tuple[str, ...] = ()
    missing_name_share: float = 0.0
    missing_amount_share: float = 0.0
    speculation: tuple[str, ...] = ()
    aligned: Window | None = None
    """The nearest window of about the claim's length; where the two differ, they conflict."""
    covered_by_aligned: float = 0.0


def compare(claim: str, keys: Sequence[Key], pool: EvidenceIndex) -> Features:
    """Return the claim's features against the pool; ``keys`` are its ``claim_keys``."""
    stated = [one for one in quantities(claim) if not one.is_implied]
    wanted = _without_number_words(content_terms(claim), stated)
    nearest = closest(wanted, pool.windows)
    if not nearest:
        return Features(None, 0.0, 0.0, 0.0, 0.0)
    best, aligned = nearest[0], _aligned_window(claim, nearest)
    names = (*_replaced_subject(claim, aligned), *name_terms(claim))
    lost_names = [term.text for term in names if not contains(term, pool.words)]
    known = [one for window in nearest for one in quantities(window.said)]
    lost_amounts = [one for one in stated if not any(is_entailed(one, other) for other in known)]
    weight = sum(key.weight for key in keys)
    found = sum(key.weight for key in keys if key.is_in(pool.words))
    return Features(
        window=best,
        covered=share(wanted, best.words),
        covered_anywhere=share(wanted, pool.words),
        rare_covered=found / weight if weight else 0.0,
        shared_grams=max(_grams_shared(claim, window.text) for window in nearest),
        missing_names=tuple(dict.fromkeys(lost_names)),
        missing_name_share=len(lost_names) / len(names) if names else 0.0,
        missing_amount_share=len(lost_amounts) / len(stated) if stated else 0.0,
        speculation=_speculation(claim, best.text),
        aligned=aligned,
        covered_by_aligned=share(wanted, aligned.words) if aligned else 0.0,
    )


def _without_number_words(terms: Sequence[Term], stated: Sequence[Quantity]) -> list[Term]:
    """Return the terms that are not part of a number in words, nor say that it is a sum."""
    return [
        term
        for term in terms
        if not (term.text.isalpha() and any(one.start <= term.start < one.end for one in stated))
        and not in_word_list(term.text, "sums")
    ]


def closest(wanted: Sequence[Term], windows: Sequence[Window]) -> list[Window]:
    """Return the windows with the highest share of the words, the shorter of equals first."""
    ranked = sorted(
        ((share(wanted, one.words), one) for one in windows),
        key=lambda scored: (-scored[0], len(scored[1].text)),
    )
    return [one for covered, one in ranked[:_CLOSEST] if covered >= _NOT_FAR * ranked[0][0]]


def _aligned_window(claim: str, nearest: Sequence[Window]) -> Window | None:
    most = _ALIGNED_LENGTH * len(tokens(claim)) + _ALIGNED_MARGIN
    alone = (one for one in nearest if one.parted is not None)
    return next((one for one in alone if len(tokens(one.text)) <= most), None)


def _replaced_subject(claim: str, aligned: Window | None) -> tuple[Term, ...]:
    """Return the first word of a claim if it replaces another name of the nearest window.

    A capital at the beginning of a sentence is not a sign of a name. A singular noun without an
    article, before a verb in the third person, is taken for one: "Boris works at Acme", if the
    window has "Anna works at Acme". Words of general use are none.
    """
    said = [token.text for token in tokens(claim)[:2]]
    there = [token.text for token in tokens(aligned.text)[:2]] if aligned else []
    if len(said) < 2 or said[1:] != there[1:] or not _THIRD_PERSON.fullmatch(said[1]):
        return ()
    if any(not one[0].isupper() or stem_key(one) in common_words() for one in (said[0], there[0])):
        return ()
    return () if _inner_capital(said[0]) or said[0] == there[0] else content_terms(said[0])


def share(wanted: Sequence[Term], words: frozenset[str]) -> float:
    """Return the weighted share of the wanted words that occur in ``words``."""
    total = sum(general_weight(term) for term in wanted)
    found = sum(general_weight(term) for term in wanted if contains(term, words))
    return found / total if total else 0.0


def name_terms(claim: str) -> tuple[Term, ...]:
    """Return likely names: capitalised after the first word, or with inner capitals or digits.

    The first word is a name if the dictionary has it as one («Анна работает»), or if it is a Latin
    word of a Russian text («Airflow запускает»).
    """
    first = next(iter(tokens(claim)), None)
    return tuple(
        term
        for term in content_terms(claim)
        if _inner_capital(term.text)
        or (
            term.text[0].isupper()
            and first is not None
            and (term.start > first.start or _opens_as_name(term.text, claim))
        )
    )


def _opens_as_name(word: str, text: str) -> bool:
    return is_proper_name(word) if is_cyrillic(word) else is_cyrillic(text)


def _inner_capital(word: str) -> bool:
    mixed = any(c.isdigit() for c in word) and any(c.isalpha() for c in word)
    return mixed or any(c.isupper() for c in word[1:])


def _grams_shared(claim: str, text: str) -> float:
    wanted = _grams(claim)
    return len(wanted & _grams(text)) / len(wanted) if wanted else 0.0


@lru_cache(maxsize=8192)
def _grams(text: str) -> frozenset[str]:
    flat = _SPACE.sub(" ", normalize_spelling(text).lower())
    return frozenset(flat[i : i + _GRAM] for i in range(len(flat) - _GRAM + 1))


def _speculation(claim: str, source: str) -> tuple[str, ...]:
    phrases = word_list("speculation")
    in_source = {found.phrase for found in find_phrases(source, phrases)}
    found = (one.phrase for one in find_phrases(claim, phrases))
    return tuple(dict.fromkeys(phrase for phrase in found if phrase not in in_source))
