"""Know the words of the other language that mean a word, from the word lists of both languages."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import product

from workbench.nlp.morphology import is_cyrillic, lemma, stem
from workbench.nlp.query_words import word_keys
from workbench.nlp.schema_terms import TermList, schema_terms
from workbench.nlp.word_lists import word_list
from workbench.package_yaml import package_yaml

_NAMED = ("column_concepts", "relations", "degree_words")
"""Lists with entries "name: word | word" in both languages, the most specific first."""
_TERMS: tuple[TermList, ...] = ("types", "properties", "values", "relations")
"""Lists of common words of data, looked up after the others."""
_ORDERED = ("months", "day_names")
"""Lists whose words stand in the same order in both languages."""
_LANGUAGES = ("en", "ru")
_MOST_WORDS = 10
"""Words of an entry from which on they stand for each other too loosely to be translated."""


@lru_cache(maxsize=20_000)
def translations(word: str) -> tuple[str, ...]:
    """Return the words of the other language for a word in any inflection; of most words none.

    They are those of the most exact list that has the word, and those of the list of common words.
    """
    keys = _keys(word)
    *exact, common = (
        {other: None for key in keys for other in listed.get(key, ())}
        for listed in _by_key(is_cyrillic(word))
    )
    return tuple({**next(filter(None, exact), {}), **common})


@cache
def _by_key(cyrillic: bool) -> tuple[Mapping[str, tuple[str, ...]], ...]:
    """Return the words of the other language by the forms of a word of one script, by list.

    The words of an English question are looked up without the Russian dictionary.
    """
    pairs = [
        *map(_named, _NAMED),
        *map(_ordered, _ORDERED),
        *map(_of_terms, _TERMS),
        _common(),
    ]
    return tuple(_grouped(of_list, cyrillic) for of_list in pairs)


def _common() -> Iterator[tuple[str, str]]:
    """Yield the pairs of the list of common words."""
    common: Mapping[str, list[str]] = package_yaml("workbench.nlp", "translations.yaml")
    for english, russian in common.items():
        yield from ((english, other) for other in russian)


def _of_terms(name: TermList) -> Iterator[tuple[str, str]]:
    """Yield the pairs of single words of the entries of a list of terms."""
    for entry in schema_terms(name).values():
        english, russian = (_single(entry.get(language, ())) for language in _LANGUAGES)
        yield from product(english, russian)


def _named(name: str) -> Iterator[tuple[str, str]]:
    """Yield the pairs of words, one of each language, whose entries have the same name."""
    english, russian = (_words_by_name(name, language) for language in _LANGUAGES)
    for shared, words in english.items():
        others = russian.get(shared, ())
        if max(len(words), len(others)) <= _MOST_WORDS:
            yield from product(words, others)


def _ordered(name: str) -> Iterator[tuple[str, str]]:
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


def _grouped(pairs: Iterable[tuple[str, str]], cyrillic: bool) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for english, russian in pairs:
        for one, other in ((english, russian), (russian, english)):
            for key in _keys(one) if is_cyrillic(one) is cyrillic else ():
                found[key][other] = None
    return {key: tuple(others) for key, others in found.items()}


def _keys(word: str) -> set[str]:
    """Return the forms by which a word is looked up: those of both its lemma and its stem."""
    low = word.lower().replace("ё", "е")
    return {lemma(low), stem(low)} if is_cyrillic(low) else set(word_keys(low))
