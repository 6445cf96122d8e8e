"""Reduce content words to comparable terms: a stem, and a spelling folded across scripts."""

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from math import log
from typing import NamedTuple

from workbench.nlp.by_script import ByScript, list_by_script
from workbench.nlp.code_names import CodeName, code_names
from workbench.nlp.contractions import without_ending
from workbench.nlp.morphology import is_cyrillic, lemma, stem
from workbench.nlp.name_folding import fold_term
from workbench.nlp.spelling import normalize_spelling
from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import word_list

# "self-hosted" has two parts, "R&D" and «L'Oréal» too.
_PART = re.compile(r"[^\-/&'’]+")
# All releases of a version: "1.33" of "1.33.x".
_SERIES = re.compile(r"^(v?\d+(?:\.\d+)*)\.[xX\u0445\u0425*]$")


class Term(NamedTuple):
    """A content word: its stem, its folded and its normal spelling, and its offsets in the text."""

    key: str
    folded: str
    text: str
    start: int
    end: int
    unit: str = ""
    """Of a number in a question, what it measures or counts, if that is said."""


@lru_cache(maxsize=200_000)
def stem_key(word: str) -> str:
    """Return the stem of the lemma, which all forms of a word share."""
    return stem(lemma(word)) if is_cyrillic(word) else stem(word)


@cache
def _stop_keys() -> ByScript[str]:
    return list_by_script("stop_words", lambda word: (word, _stop_key(word)))


def _stop_key(word: str) -> str:
    """Return the form that stop words share; the stem of «приём» is that of «при»."""
    return lemma(word) if is_cyrillic(word) else stem(word)


@lru_cache(maxsize=20_000)
def content_terms(text: str) -> tuple[Term, ...]:
    """Return the content words in order; each part of a hyphenated word is a term.

    An option is one term, with its dashes; an identifier is a term beside its parts.
    """
    found = [
        Term(one.key, one.folded, one.text, token.start + one.start, token.start + one.end)
        for token in tokens(text)
        for one in _terms_of_word(text[token.start : token.end])
    ]
    if not (named := code_names(text)):
        return tuple(found)
    options = [name for name in named if name.is_option]
    kept = [one for one in found if not any(name.start <= one.start < name.end for name in options)]
    return tuple(sorted([*kept, *map(_of_code, named)], key=lambda term: term.start))


def _of_code(name: CodeName) -> Term:
    """Return a name of code as a term, which another spelling is not."""
    return Term(name.text, name.text, name.text, name.start, name.end)


@lru_cache(maxsize=200_000)
def _terms_of_word(written: str) -> tuple[Term, ...]:
    """Return the content words of one word as written, with their offsets in it."""
    return tuple(
        Term(stem_key(word), fold_term(word), word, start, end)
        for word, start, end in _parts(written)
        if word.lower() not in _stop_keys() and _stop_key(word) not in _stop_keys()
    )


def _parts(written: str) -> Iterable[tuple[str, int, int]]:
    for part in _PART.finditer(written, 0, len(without_ending(written))):
        if not (part.start() and _is_ordinal_ending(written, part)):
            word = _SERIES.sub(r"\1", part.group())
            yield normalize_spelling(word), part.start(), part.start() + len(word)


def _is_ordinal_ending(written: str, part: "re.Match[str]") -> bool:
    """Return True for the «й» of «2024-й»."""
    ending = f"-{part.group().lower()}"
    return written[part.start() - 2].isdigit() and ending in word_list("ordinal_endings")


@lru_cache(maxsize=20_000)
def term_set(text: str) -> frozenset[str]:
    """Return the stems and the folded spellings of the content words.

    Those of options are there with and without their dashes.
    """
    forms = {form for term in content_terms(text) for form in (term.key, term.folded)}
    for name in code_names(text):
        if name.is_option:
            forms |= term_set(name.text.lstrip("-"))
    return frozenset(filter(None, forms))


class Weights:
    """Inverse document frequency of terms over a set of texts; always above 0."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._count = len(texts)
        self._seen: dict[str, int] = {}
        for text in texts:
            for form in term_set(text):
                self._seen[form] = self._seen.get(form, 0) + 1

    def __call__(self, term: Term) -> float:
        seen = max(self._seen.get(term.key, 0), self._seen.get(term.folded, 0))
        return log(1.0 + (self._count + 1.0) / (seen + 0.5))


def contains(term: Term, words: frozenset[str]) -> bool:
    """Return True if a ``term_set`` has the term, in any inflection or script."""
    return term.key in words or term.folded in words


def coverage(wanted: Sequence[Term], words: frozenset[str], weights: Weights) -> float:
    """Return the weighted share of the wanted terms in ``words``, on 0-1; 0 if none are wanted."""
    total = sum(weights(term) for term in wanted)
    found = sum(weights(term) for term in wanted if contains(term, words))
    return found / total if total else 0.0
