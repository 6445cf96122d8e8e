"""Lemmatise Russian words by dictionary and stem words by Snowball; results are cached."""

import re
from functools import cache, lru_cache
from typing import Any

from workbench.nlp.spelling import normalize_spelling

_NAMES = ("Name", "Surn", "Patr", "Geox", "Orgn")
"""Grammemes of OpenCorpora: given name, surname, patronymic, place, organisation."""
# Word with a Russian letter: «АЛОР», but not "Kafka".
_CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)


def is_cyrillic(word: str) -> bool:
    """Return True if the word has a Cyrillic letter."""
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
    """Return the dictionary form of a Russian word («ё» as «е»), or the stem of any other word."""
    lower = normalize_spelling(word).lower()
    if not is_cyrillic(lower):
        return stem(lower)
    return str(_analyzer().parse(lower)[0].normal_form).replace("ё", "е")


@lru_cache(maxsize=200_000)
def is_proper_name(word: str) -> bool:
    """Return True if the dictionary has a Russian word as the name of a person, place or firm."""
    tag = _analyzer().parse(normalize_spelling(word).lower())[0].tag
    return any(kind in tag for kind in _NAMES)


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """Return the Snowball stem; the script selects the Russian or the English stemmer."""
    lower = normalize_spelling(word).lower().replace("ё", "е")
    return str(_stemmer("russian" if is_cyrillic(lower) else "english").stemWord(lower))
