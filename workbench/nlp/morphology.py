"""Lemmas (Russian by dictionary) and stems (Snowball) of single words, cached."""

import re
from functools import cache, lru_cache
from typing import Any

from workbench.nlp.spelling import normal_spelling

_CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)


def is_cyrillic(word: str) -> bool:
    """True when the word has a Cyrillic letter."""
    return _CYRILLIC.search(word) is not None


@cache
def _analyzer() -> Any:
    import pymorphy3

    return pymorphy3.MorphAnalyzer(lang="ru")


@cache
def _stemmer(language: str) -> Any:
    import Stemmer

    return Stemmer.Stemmer(language)


@lru_cache(maxsize=200_000)
def lemma(word: str) -> str:
    """The dictionary form of a Russian word, «ё» written «е»; the stem of any other."""
    lower = normal_spelling(word).lower()
    if not is_cyrillic(lower):
        return stem(lower)
    return str(_analyzer().parse(lower)[0].normal_form).replace("ё", "е")


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """The Snowball stem, by the word's script."""
    lower = normal_spelling(word).lower().replace("ё", "е")
    return str(_stemmer("russian" if is_cyrillic(lower) else "english").stemWord(lower))
