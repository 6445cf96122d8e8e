"""Recognise a word in a text of the other script by its sound: «трафик», «операционный»."""

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache

from workbench.nlp.morphology import is_cyrillic, lemma
from workbench.nlp.name_keys import consonants, is_transcribed, sound
from workbench.nlp.terms import Term, content_terms

_SHORTEST_ROOT = 5
_ROOT_SHARE = 0.65
"""Two words share a root if this share of the stem, and at least five letters, sound alike."""
_SKELETON = 4
"""Consonants from which on words with the same ones are the same whatever their vowels are."""


def is_heard(word: Term, text: str) -> bool:
    """Return True if a text has a word of the other script that is this one as it is heard.

    "Traffic" is in «объём трафика», and "operating" in «операционные системы».
    """
    script, form = not is_cyrillic(word.text), _form(word)
    alike = _by_consonants(text, script).get(_skeleton(form), ())
    if any(len(_skeleton(form)) >= _SKELETON or is_transcribed(form, other) for other in alike):
        return True
    return not _beginnings(sound(word.key)).isdisjoint(_roots(text, script))


def _form(word: Term) -> str:
    """Return the dictionary form of a Russian word, and the stem of an English one."""
    return lemma(word.text) if is_cyrillic(word.text) else word.key


def _skeleton(form: str) -> str:
    """Return the consonants of a word; «ц», which is "c" in words of Latin, is one."""
    return consonants(form).replace("ts", "s").replace("ss", "s")


@lru_cache(maxsize=4096)
def _by_consonants(text: str, script: bool) -> Mapping[str, frozenset[str]]:
    """Return the words of a text in one script, Cyrillic if True, by their consonants."""
    found: dict[str, set[str]] = defaultdict(set)
    for one in content_terms(text):
        if is_cyrillic(one.text) is script and not one.text[0].isdigit():
            found[_skeleton(_form(one))].add(_form(one))
    return {key: frozenset(words) for key, words in found.items()}


@lru_cache(maxsize=4096)
def _roots(text: str, script: bool) -> frozenset[str]:
    """Return the beginnings of the words of one script that are long enough for their roots."""
    heard = {sound(one.key) for one in content_terms(text) if is_cyrillic(one.text) is script}
    return frozenset(root for word in heard for root in _beginnings(word))


def _beginnings(heard: str) -> frozenset[str]:
    shortest = max(_SHORTEST_ROOT, round(_ROOT_SHARE * len(heard)))
    return frozenset(heard[:length] for length in range(shortest, len(heard) + 1))
