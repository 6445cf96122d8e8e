"""Know the words of one language that mean nearly the same: those with a translation in common."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import permutations

from workbench.nlp.cross_language.translations import common_english_words, translations
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.name_folding import fold_word
from workbench.nlp.terms import stem_key

_CLOSEST = 2
"""Translations of an English word that count: the closest ones stand first."""


@lru_cache(maxsize=20_000)
def synonym_keys(word: str) -> frozenset[str]:
    """Return the stems of the words that a word may stand for, in its own language; often none.

    "Holiday" may stand for "leave", because «отпуск» translates both.
    """
    return _by_form(is_cyrillic(word)).get(_form(word), frozenset())


@cache
def _by_form(cyrillic: bool) -> Mapping[str, frozenset[str]]:
    """Return the stems of the synonyms of each word of one script.

    English words are looked up without the Russian dictionary.
    """
    found: dict[str, set[str]] = defaultdict(set)
    for group in _groups(cyrillic):
        for one, other in permutations(group, 2):
            found[_form(one)].add(stem_key(other))
    return {form: frozenset(keys - {form}) for form, keys in found.items()}


def _groups(cyrillic: bool) -> Iterable[Sequence[str]]:
    """Return the Russian words for each English one, or the English ones for each Russian one."""
    closest = {word: translations(word)[:_CLOSEST] for word in common_english_words()}
    if cyrillic:
        return closest.values()
    english: dict[str, list[str]] = defaultdict(list)
    for word, others in closest.items():
        for one in others:
            english[one].append(word)
    return english.values()


def _form(word: str) -> str:
    """Return the stem of an English word; a Russian one as it sounds: «бекап», «бэкап»."""
    return fold_word(word) if is_cyrillic(word) else stem_key(word)
