"""Analyse text for the two lexical channels: lemmas and stems of words, and character n-grams."""

import re
from functools import lru_cache
from typing import NamedTuple

from workbench.nlp.morphology import is_cyrillic, lemma, stem
from workbench.nlp.name_folding import fold_word
from workbench.nlp.tokens import tokens
from workbench.nlp.word_lists import word_list
from workbench.text import parse

GRAM_SIZES = (3, 4)
"""Lengths of character n-grams."""
_LONGEST_WORD = 64
"""Characters; longer words, such as base64, are truncated."""
# «10 000», "1,500,000".
_GROUPED_NUMBER = re.compile(r"\b\d{1,3}(?:[ ,\u00a0\u202f]\d{3})+\b")
# «онлайн-курс», "node.js", "R&D", "and/or".
_INNER_MARKS = re.compile(r"[.\-'’/&]")


class TermForms(NamedTuple):
    """One content word in the forms that are compared."""

    lemma: str
    stem: str
    folded: str
    """Spelling folded across scripts: the same for «Кафка» and "Kafka"."""


@lru_cache(maxsize=200_000)
def term(word: str) -> TermForms:
    """Return the forms of a single word."""
    return TermForms(lemma(word), "~" + stem(word), fold_word(word))


def terms(text: str) -> list[TermForms]:
    """Return the content words of a text in order; a hyphenated word is split into its parts."""
    return [term(part) for word in _words(text) for part in _parts(word) if not is_stop_word(part)]


def names(text: str) -> frozenset[TermForms]:
    """Return words written as names: capitalised inside a sentence, or Latin in a Russian text."""
    starts = {span.start for span in parse(text).sentences}
    russian = is_cyrillic(text)
    written = [
        token
        for token in tokens(text)
        if (russian and not is_cyrillic(token.text) and token.text[0].isalpha())
        or (token.text[0].isupper() and token.start not in starts)
    ]
    return frozenset(
        term(part) for token in written for part in _parts(token.text) if not is_stop_word(part)
    )


def word_tokens(text: str) -> list[str]:
    """Return the tokens of the words channel: lemma and stem of content words and their parts."""
    found: list[str] = []
    for word in _words(text):
        parts = _parts(word)
        for form in parts if parts == [word] else [word, *parts]:
            if not is_stop_word(form):
                found += term(form)[:2]
    return found


def character_tokens(text: str) -> list[str]:
    """Return the tokens of the characters channel: n-grams of folded content words."""
    return [gram for found in terms(text) for gram in _grams(found.folded)]


@lru_cache(maxsize=8192)
def meaning_key(text: str) -> tuple[str, ...]:
    """Return the lemmas of content words and negations in order, to compare texts by meaning."""
    kept = [w for w in _words(text) if not is_stop_word(w) or w.lower() in _negations()]
    return tuple(term(word).lemma for word in kept)


@lru_cache(maxsize=50_000)
def is_stop_word(word: str) -> bool:
    """Return True for a stop word in any of its forms."""
    lower = word.lower().replace("ё", "е")
    return lower in _stop_words() or (is_cyrillic(lower) and lemma(lower) in _stop_words())


@lru_cache(maxsize=1)
def _stop_words() -> frozenset[str]:
    return frozenset(word.replace("ё", "е") for word in word_list("stop_words"))


@lru_cache(maxsize=1)
def _negations() -> frozenset[str]:
    return frozenset(word_list("negation"))


def _words(text: str) -> list[str]:
    """Return the words of a text; a number with thousands separators ("10 000") is one word."""
    joined = _GROUPED_NUMBER.sub(lambda found: re.sub(r"\D", "", found.group()), text)
    return [token.text[:_LONGEST_WORD] for token in tokens(joined)]


def _parts(word: str) -> list[str]:
    return [part for part in _INNER_MARKS.split(word) if part]


@lru_cache(maxsize=200_000)
def _grams(folded: str) -> tuple[str, ...]:
    marked = f"_{folded}_" if folded else ""
    return tuple(
        marked[start : start + size]
        for size in GRAM_SIZES
        for start in range(len(marked) - size + 1)
    )
