"""The forms by which the words of a question and of a table are compared."""

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache, lru_cache

from workbench.domain.local_text import LANGUAGES
from workbench.nlp.cross_language import header_translations
from workbench.nlp.grammar import word_set
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.name_keys import sound
from workbench.nlp.query_words import query_words, word_keys
from workbench.nlp.word_lists import word_list

_MARK = "concept:"
_CYRILLIC, _LATIN = "cyrillic:", "latin:"
"""Marks of a spelling: the alphabet that the name of the table is in."""
_SHORTEST_FOLDED = 2
"""Longest word that is not compared across alphabets."""

_LAST_VOWELS = re.compile("[aeiou]+$")
"""The ending of a surname as it sounds: "Kowalska", «Ковальской»."""
_SHORTEST_STEM = 4


@lru_cache(maxsize=100_000)
def look_up_keys(word: str) -> frozenset[str]:
    """Return the forms to look a word of a question up by.

    They are the word as written, its dictionary forms, its concepts, and its spelling in the other
    alphabet. In its own a spelling would confuse words: «весь» and «вес» are both "ves".
    """
    if word.casefold() in _auxiliary_forms():
        return frozenset({word.casefold()})
    return _forms(word, _LATIN if is_cyrillic(word) else _CYRILLIC)


@cache
def _auxiliary_forms() -> frozenset[str]:
    """Return the forms of auxiliary verbs: "did" is not a form of "Done"."""
    return word_set("auxiliaries") - {"done", "may", "might", "will"}


def names_concept(word: str) -> bool:
    """Return True for a word that headers share across languages: "orders", «заказы»."""
    return any(key.startswith(_MARK) for key in look_up_keys(word))


@lru_cache(maxsize=100_000)
def name_keys(word: str) -> frozenset[str]:
    """Return the forms that a word of a table's name is found by."""
    return _forms(word, _CYRILLIC if is_cyrillic(word) else _LATIN)


@lru_cache(maxsize=100_000)
def translated_keys(word: str) -> frozenset[str]:
    """Return the forms of the words of the other language for a word of a header."""
    return frozenset().union(*map(word_keys, header_translations(word)))


def row_keys(word: str) -> frozenset[str]:
    """Return the forms that a word for the rows is found by, those of the other language too."""
    return name_keys(word) | translated_keys(word)


def _forms(word: str, alphabet: str) -> frozenset[str]:
    (own,) = query_words(word)[:1] or (None,)
    if own is None:
        return frozenset({word.casefold()})
    long = [key for key in own.keys if len(key) > _SHORTEST_FOLDED]
    folded = {f"{alphabet}{sound(key)}" for key in long}
    concepts = {concept for key in own.keys for concept in _concepts().get(key, ())}
    return own.keys | folded | concepts


@cache
def _concepts() -> Mapping[str, frozenset[str]]:
    """Return the concepts of the forms of words."""
    found: dict[str, set[str]] = defaultdict(set)
    for entry in word_list("column_concepts"):
        name, _, listed = entry.partition(": ")
        for word in listed.split(" | "):
            for key in query_words(word)[0].keys:
                found[key].add(f"{_MARK}{name}")
    for language in LANGUAGES:
        for number, day in enumerate(word_list("day_names", language)):
            for key in query_words(day)[0].keys:
                found[key].add(f"{_MARK}weekday {number}")
    return {key: frozenset(concepts) for key, concepts in found.items()}


def share_stem(one: str, other: str) -> bool:
    """Return True for words of two alphabets that differ in their last vowels: «Ковальской»."""
    if is_cyrillic(one) == is_cyrillic(other):
        return False
    ours, theirs = (_LAST_VOWELS.sub("", sound(word)) for word in (one, other))
    return ours == theirs and len(ours) >= _SHORTEST_STEM


def by_ear(word: str) -> frozenset[str]:
    """Return the sound of a Latin name without its last vowels: «матч» of "matchi"."""
    heard = "" if is_cyrillic(word) else _LAST_VOWELS.sub("", sound(word))
    return frozenset({f"{_LATIN}{heard}"} if len(heard) >= _SHORTEST_STEM else ())
