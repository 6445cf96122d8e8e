"""Recognise a word in a text of the other script by its sound: «трафик», «операционный»."""

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache

from workbench.nlp.morphology import is_cyrillic, lemma
from workbench.nlp.name_keys import consonants, is_transcribed, sound
from workbench.nlp.roots import roots
from workbench.nlp.terms import Term, content_terms

_SKELETON = 4
"""Number of shared consonants from which on two words match whatever their vowels are."""


def has_cognate(word: Term, text: str) -> bool:
    """Return True if a text has a word of the other script that sounds like this one.

    "Traffic" is in «объём трафика», and "archives" in «архивы».
    """
    script = not is_cyrillic(word.text)
    if any(_is_among(form, _by_consonants(text, script)) for form in _forms(word)):
        return True
    return not _roots_of(word).isdisjoint(_roots_of_text(text, script))


def _is_among(form: str, others: Mapping[str, frozenset[str]]) -> bool:
    """Whether one of the words with the same consonants sounds like this one."""
    skeleton = _skeleton(form)
    alike = others.get(skeleton, ())
    return any(len(skeleton) >= _SKELETON or is_transcribed(form, other) for other in alike)


def _forms(word: Term) -> tuple[str, ...]:
    """Return the dictionary form of a Russian word; the stem of an English one, as it sounds.

    The "ch" of "archive" and "technology" is «х» in Russian.
    """
    if is_cyrillic(word.text):
        return (lemma(word.text),)
    return tuple(dict.fromkeys((word.key, word.key.replace("ch", "h"))))


def _skeleton(form: str) -> str:
    """Return the consonants of a word; «ц», which is "c" in words of Latin, is one."""
    return consonants(form).replace("ts", "s").replace("ss", "s")


def _roots_of(word: Term) -> frozenset[str]:
    """Return the beginnings of the sound of a word that are long enough for its root.

    The "ti" of "conditioner" is «ци» in Russian.
    """
    is_russian = is_cyrillic(word.text)
    sounds = {sound(form) for form in ((word.key,) if is_russian else _forms(word))}
    sounds |= {
        one.replace("tsi", "si") if is_russian else one.replace("tio", "sio") for one in sounds
    }
    return frozenset(root for one in sounds for root in roots(one))


@lru_cache(maxsize=4096)
def _by_consonants(text: str, script: bool) -> Mapping[str, frozenset[str]]:
    """Return the words of a text in one script, Cyrillic if True, by their consonants."""
    found: dict[str, set[str]] = defaultdict(set)
    for one in content_terms(text):
        if is_cyrillic(one.text) is script and not one.text[0].isdigit():
            for form in _forms(one):
                found[_skeleton(form)].add(form)
    return {key: frozenset(words) for key, words in found.items()}


@lru_cache(maxsize=4096)
def _roots_of_text(text: str, script: bool) -> frozenset[str]:
    """Return the roots of the words of one script."""
    words = (one for one in content_terms(text) if is_cyrillic(one.text) is script)
    return frozenset(root for word in words for root in _roots_of(word))
