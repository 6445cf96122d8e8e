"""Lemmatise Russian words by dictionary and stem words by Snowball; results are cached."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import takewhile
from typing import Any

from workbench.nlp.dictionary import analyzer, look_up
from workbench.nlp.spelling import normalize_spelling

_NAMES = ("Name", "Surn", "Patr", "Geox", "Orgn")
"""Grammemes of OpenCorpora: given name, surname, patronymic, place, organisation."""
# Word with a Russian letter: «АЛОР», but not "Kafka".
_CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)


def is_cyrillic(word: str) -> bool:
    """Return True if the word has a Cyrillic letter."""
    return not word.isascii() and _CYRILLIC.search(word) is not None


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
    return look_up(lower).parses[0].normal.replace("ё", "е")


@lru_cache(maxsize=200_000)
def is_proper_name(word: str) -> bool:
    """Return True if the dictionary has a Russian word as the name of a person, place or firm."""
    first = look_up(normalize_spelling(word).lower()).parses[0]
    return not grammemes(first.tag).isdisjoint(_NAMES)


def grammemes(tag: str) -> frozenset[str]:
    """Return the grammemes of a tag: those of "NOUN,inan,femn sing,nomn"."""
    return frozenset(tag.replace(",", " ").split())


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """Return the Snowball stem; the script selects the Russian or the English stemmer."""
    lower = normalize_spelling(word).lower().replace("ё", "е")
    return str(_stemmer("russian" if is_cyrillic(lower) else "english").stemWord(lower))


def nominative(words: Sequence[str]) -> list[str]:
    """Return a Russian noun phrase in the nominative: «центров обработки» as «центры обработки».

    The first noun and the adjectives before it change their form; the number stays. A phrase
    without a noun, and words that cannot be inflected, are returned unchanged.
    """
    head = next((at for at, word in enumerate(words) if _is_noun(word)), None)
    if head is None:
        return list(words)
    noun = analyzer().parse(words[head])[0].tag
    adjective = {"nomn", "plur"} if noun.number == "plur" else {"nomn", noun.number, noun.gender}
    forms = [adjective] * head + [{"nomn", noun.number}]
    return [*map(_inflected, words, forms), *words[head + 1 :]]


def _is_noun(word: str) -> bool:
    return is_cyrillic(word) and "NOUN" in analyzer().parse(word)[0].tag


def _inflected(word: str, form: set[str | None]) -> str:
    """Return a form of a word with its capitals; the word itself if it has no such form."""
    found = analyzer().parse(word)[0].inflect(form - {None}) if is_cyrillic(word) else None
    if found is None:
        return word
    inflected = str(found.word)
    if word.isupper():
        return inflected.upper()
    pairs = zip(word.lower(), inflected, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return word[:same] + inflected[same:]
