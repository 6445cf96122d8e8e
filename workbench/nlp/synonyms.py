"""Know the words of one language that may stand for each other in a question and its answer."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.name_folding import fold_word
from workbench.nlp.query_words import irregular_forms
from workbench.nlp.terms import stem_key
from workbench.nlp.word_lists import word_list

_SHORTEST = 4
"""Letters of a word that is short for another."""


@lru_cache(maxsize=20_000)
def synonym_keys(word: str) -> frozenset[str]:
    """Return the stems of the words that a word in any form may stand for; of most words none.

    "Holidays" may stand for "leave".
    """
    return frozenset(map(stem_key, stand_ins(word) - irregular_forms(word)))


@lru_cache(maxsize=20_000)
def clipped_keys(word: str) -> frozenset[str]:
    """Return the stems of the words that a word is short for, or that are short for it.

    "Exams" are examinations, and «комп» is «компьютер»: synonyms that begin alike.
    """
    own = _form(word)
    forms = {other: _form(other) for other in stand_ins(word)}
    return frozenset(
        stem_key(other)
        for other, form in forms.items()
        if min(len(own), len(form)) >= _SHORTEST and (form.startswith(own) or own.startswith(form))
    )


def stand_ins(word: str) -> frozenset[str]:
    """Return the irregular forms of a word, and the words that it may stand for with theirs.

    "Held" may stand for "hold", "keep" and "kept".
    """
    own = irregular_forms(word)
    known = _synonyms_by_form(is_cyrillic(word))
    others = frozenset(
        other for one in (word, *own) for other in known.get(_form(one), frozenset())
    )
    return own | others.union(*map(irregular_forms, others))


@cache
def _synonyms_by_form(cyrillic: bool) -> Mapping[str, frozenset[str]]:
    """Return the synonyms of the words of one script.

    English words are looked up without the Russian dictionary.
    """
    found: dict[str, set[str]] = defaultdict(set)
    for word, other in _pairs():
        if is_cyrillic(word) is cyrillic:
            found[_form(word)].add(other)
    return {form: frozenset(others) for form, others in found.items()}


def _pairs() -> Iterator[tuple[str, str]]:
    """Yield each pair of synonyms in both orders."""
    for entry in word_list("synonyms"):
        word, _, others = entry.partition(": ")
        for other in others.split(" | "):
            yield from ((word, other), (other, word))


def _form(word: str) -> str:
    """Return the stem of an English word; a Russian one as it sounds: «бекап», «бэкап»."""
    return fold_word(word) if is_cyrillic(word) else stem_key(word)
