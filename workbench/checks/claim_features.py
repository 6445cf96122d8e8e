"""What a claim shares with the evidence, and what it says that the evidence does not."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from workbench.checks.evidence_index import EvidenceIndex, Window
from workbench.nlp.amounts import Amount, agree, amounts
from workbench.nlp.phrases import find_phrases
from workbench.nlp.spelling import normal_spelling
from workbench.nlp.terms import Term, contains, content_terms, stem_key
from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import word_list

_COMMON_WEIGHT = 0.3
_CLOSEST = 4
_NOT_FAR = 0.6
_TWIN_LENGTH = 2
_TWIN_MARGIN = 6
_GRAM = 4
_SPACE = re.compile(r"\W+")


@dataclass(frozen=True)
class Features:
    """One claim beside the windows nearest to it; every share is on 0-1."""

    window: Window | None
    covered: float
    """How much of the claim's wording stands in the nearest window."""
    covered_anywhere: float
    shared_grams: float
    """How many of its character four-grams the nearest windows have."""
    missing_names: tuple[str, ...] = ()
    missing_name_share: float = 0.0
    missing_amounts: tuple[Amount, ...] = ()
    missing_amount_share: float = 0.0
    speculation: tuple[str, ...] = ()
    aligned: Window | None = None
    """A window about as long as the claim that has most of its words: the two can be set side by
    side, and where they differ they conflict."""
    covered_by_aligned: float = 0.0


def compare(claim: str, pool: EvidenceIndex) -> Features:
    """The claim's features against the pool."""
    wanted = content_terms(claim)
    nearest = closest(wanted, pool.windows)
    if not nearest:
        return Features(None, 0.0, 0.0, 0.0)
    best, twin = nearest[0], _aligned_window(claim, nearest)
    names = name_terms(claim)
    lost_names = [term.text for term in names if not contains(term, pool.words)]
    stated = amounts(claim)
    known = [amount for window in nearest for amount in window.amounts]
    lost_amounts = [one for one in stated if not any(agree(one, other) for other in known)]
    return Features(
        window=best,
        covered=share(wanted, best.words),
        covered_anywhere=share(wanted, pool.words),
        shared_grams=max(_grams_shared(claim, window.text) for window in nearest),
        missing_names=tuple(dict.fromkeys(lost_names)),
        missing_name_share=len(lost_names) / len(names) if names else 0.0,
        missing_amounts=tuple(lost_amounts),
        missing_amount_share=len(lost_amounts) / len(stated) if stated else 0.0,
        speculation=_speculation(claim, best.text),
        aligned=twin,
        covered_by_aligned=share(wanted, twin.words) if twin else 0.0,
    )


def closest(wanted: Sequence[Term], windows: Sequence[Window]) -> list[Window]:
    """The windows that hold most of the words, the shorter of equals first, none far behind."""
    ranked = sorted(
        ((share(wanted, one.words), one) for one in windows),
        key=lambda scored: (-scored[0], len(scored[1].text)),
    )
    return [one for covered, one in ranked[:_CLOSEST] if covered >= _NOT_FAR * ranked[0][0]]


def _aligned_window(claim: str, nearest: Sequence[Window]) -> Window | None:
    most = _TWIN_LENGTH * len(tokens(claim)) + _TWIN_MARGIN
    return next((one for one in nearest if len(tokens(one.text)) <= most), None)


def share(wanted: Sequence[Term], words: frozenset[str]) -> float:
    """The share of the wanted words that are there; words of general use weigh little."""
    total = sum(_weight(term) for term in wanted)
    found = sum(_weight(term) for term in wanted if contains(term, words))
    return found / total if total else 0.0


def name_terms(claim: str) -> tuple[Term, ...]:
    """Words that look like names: a capital inside the sentence, capitals or digits inside."""
    first = next(iter(tokens(claim)), None)
    return tuple(
        term
        for term in content_terms(claim)
        if _inner_capital(term.text)
        or (term.text[0].isupper() and first is not None and term.start > first.start)
    )


def _inner_capital(word: str) -> bool:
    mixed = any(c.isdigit() for c in word) and any(c.isalpha() for c in word)
    return mixed or any(c.isupper() for c in word[1:])


def _weight(term: Term) -> float:
    return _COMMON_WEIGHT if term.key in _common() else 1.0


@cache
def _common() -> frozenset[str]:
    return frozenset(stem_key(word) for word in word_list("common"))


def _grams_shared(claim: str, text: str) -> float:
    wanted = _grams(claim)
    return len(wanted & _grams(text)) / len(wanted) if wanted else 0.0


@lru_cache(maxsize=8192)
def _grams(text: str) -> frozenset[str]:
    flat = _SPACE.sub(" ", normal_spelling(text).lower())
    return frozenset(flat[i : i + _GRAM] for i in range(len(flat) - _GRAM + 1))


def _speculation(claim: str, source: str) -> tuple[str, ...]:
    phrases = word_list("speculation")
    in_source = {found.phrase for found in find_phrases(source, phrases)}
    found = (one.phrase for one in find_phrases(claim, phrases))
    return tuple(dict.fromkeys(phrase for phrase in found if phrase not in in_source))
