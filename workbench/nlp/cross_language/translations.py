"""Translate words between English and Russian with the word lists that have both languages."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import TypeAlias

from workbench.nlp.by_script import ByScript
from workbench.nlp.cross_language.schema_terms import TermList, schema_terms
from workbench.nlp.grammar import is_plural
from workbench.nlp.morphology import is_cyrillic, lemma, stem
from workbench.nlp.query_words import word_keys
from workbench.nlp.word_lists import word_list
from workbench.package_yaml import package_yaml

Pair: TypeAlias = tuple[str, str]
"""An English word and its Russian translation."""
_COLUMNS = "column_concepts"
_NAMED = (_COLUMNS, "relation_synonyms", "degree_words")
"""Lists with entries "name: word | word" in both languages, the most specific first."""
_TERMS: tuple[TermList, ...] = ("types", "properties", "values", "relations")
"""Lists of common words of data, looked up after the others."""
_ORDERED = ("months", "day_names")
"""Lists whose words stand in the same order in both languages."""
_LANGUAGES = ("en", "ru")
_MOST_WORDS = 10
"""Entries with so many words are too loose to translate by."""


@lru_cache(maxsize=20_000)
def translations(word: str) -> tuple[str, ...]:
    """Return the translations of a word in any inflection; most words have none.

    They are those of the most exact list that has the word, and those of the list of common words.
    A word that is listed as written is not a form of another: "building" is not "build".
    """
    own = _listed_as_written(word)
    return tuple(dict.fromkeys(own or (*exact_translations(word), *_listed_in(_common(), word))))


@lru_cache(maxsize=20_000)
def header_translations(word: str) -> tuple[str, ...]:
    """Return the words of the other language for a word of a header.

    Words that only tell of the same relation are left out: a "fee" is not «рубль».
    """
    found = (_listed_in(one, word) for one in _of_data())
    return tuple(dict.fromkeys((*next(filter(None, found), ()), *_listed_in(_common(), word))))


def _listed_as_written(word: str) -> list[str]:
    """Return the words for an English one that is listed itself, with an ending but no plural."""
    low = word.lower()
    if is_cyrillic(low) or stem(low) == low or is_plural(low):
        return []
    found = (one.all(low) for one in _exact())
    return [*next(filter(None, found), ()), *_common().all(low)]


def exact_translations(word: str) -> list[str]:
    """Return the words of the most exact list for a purpose that has the word."""
    found = (_listed_in(one, word) for one in _exact())
    return next(filter(None, found), [])


def _listed_in(words: ByScript[str], word: str) -> list[str]:
    return [other for key in _keys(word) for other in words.all(key)]


@cache
def _exact() -> tuple[ByScript[str], ...]:
    """Return the words of the other language by each list for a purpose, the most exact first."""
    lists = (*map(_named, _NAMED), *map(_ordered, _ORDERED), *map(_of_terms, _TERMS))
    return tuple(map(_in_both_directions, lists))


@cache
def _of_data() -> tuple[ByScript[str], ...]:
    """Return the lists of words for columns and other data, the most exact first."""
    lists = (_named(_COLUMNS), *map(_of_terms, _TERMS))
    return tuple(map(_in_both_directions, lists))


@cache
def _common() -> ByScript[str]:
    """Return the words of the other language for the words that no other list has."""
    return _in_both_directions(_common_pairs())


def _common_pairs() -> Iterator[Pair]:
    listed: Mapping[str, list[str]] = package_yaml(__package__, "common_words.yaml")
    for english, others in listed.items():
        yield from ((english, russian) for russian in others)


def _in_both_directions(pairs: Iterable[Pair]) -> ByScript[str]:
    known = tuple(pairs)
    return ByScript((*known, *((russian, english) for english, russian in known)), _keys)


def _of_terms(name: TermList) -> Iterator[Pair]:
    """Yield the pairs of single words of the entries of a list of terms."""
    for entry in schema_terms(name).values():
        english, russian = (_single(entry.get(language, ())) for language in _LANGUAGES)
        yield from product(english, russian)


def _named(name: str) -> Iterator[Pair]:
    """Yield the pairs of words whose entries have the same name."""
    english, russian = (_words_by_name(name, language) for language in _LANGUAGES)
    for shared, words in english.items():
        others = russian.get(shared, ())
        if max(len(words), len(others)) <= _MOST_WORDS:
            yield from product(words, others)


def _ordered(name: str) -> Iterator[Pair]:
    yield from zip(*(word_list(name, language) for language in _LANGUAGES), strict=True)


def _words_by_name(name: str, language: str) -> Mapping[str, list[str]]:
    """Return the single words of each entry; phrases are left out."""
    found: dict[str, list[str]] = defaultdict(list)
    for entry in word_list(name, language):
        concept, _, listed = entry.partition(": ")
        found[concept] += _single(map(str.strip, listed.split("|")))
    return found


def _single(texts: Iterable[str]) -> list[str]:
    return [text for text in texts if " " not in text]


def _keys(word: str) -> Sequence[str]:
    """Return the forms by which a word is looked up: those of both its lemma and its stem."""
    low = word.lower().replace("ё", "е")
    if is_cyrillic(low):
        return tuple(dict.fromkeys((lemma(low), stem(low))))
    return sorted(word_keys(low))
