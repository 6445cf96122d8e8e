"""Index names by their words, to find them by a part or by words in another order."""

import re
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from workbench.nlp.grammar import is_function_word, is_known, is_proper
from workbench.nlp.morphology import is_cyrillic, lemma, stem
from workbench.nlp.name_keys import consonants, is_transcribed, keys, parts, sound

_INNER = re.compile(r"[A-ZА-ЯЁ]?[a-zа-яё]+|[A-ZА-ЯЁ]+(?![a-zа-яё])|\d+")
"""The words inside of a compound: "Tomo" and "Screen" in "TomoScreen"."""
_HEAD = re.compile(r"\s+[—–-]\s+|[,:;(/|]")
"""What ends the short form of a name: "X5" in "X5 — Логистика", «Волков» in «Волков, Пётр»."""
SHORTEST_INNER = 3
"""Letters of the shortest word inside of a compound that stands for it."""
SHORTEST_BEGINNING = 5
"""Letters from which on the beginning of a word stands for it: «Постгрес» for "PostgreSQL"."""
WORD_IN_NAMES = 5_000
"""Names that share a word; one in more of them distinguishes none."""


class WordMatch(NamedTuple):
    """How a word of a question agrees with words of names, and which names have them."""

    is_known: bool
    """True when some name has the word, even if it is too common to distinguish names."""
    exact: frozenset[int]
    beginning: frozenset[int]
    """Names with a word that only begins with the word of the question."""


class NameWords:
    """Positions of names in a list, by the words of the names."""

    def __init__(self, names: Sequence[str]) -> None:
        self._types: dict[str, array[int]] = {}
        for at, name in enumerate(names):
            words = (*name_words(name), *(part.text for part in parts(name)))
            for word in {word.casefold() for word in words}:
                self._types.setdefault(word, array("I")).append(at)
        by_key: dict[str, list[str]] = defaultdict(list)
        for word in self._types:
            for key in keys((word,)):
                by_key[key].append(word)
            by_key[_by_ear(word)].append(word)
        self._by_key = {key: tuple(words) for key, words in by_key.items()}
        self._sounds = sorted({(sound(word), word) for word in self._types})

    def find(self, word: str) -> WordMatch:
        """Return the names that have the word, and those with a word that begins with it."""
        same = {written for key in keys((word,)) for written in self._by_key.get(key, ())}
        for form in heard_forms(word):
            heard = self._by_key.get(_by_ear(form), ())
            same.update(written for written in heard if is_transcribed(form, written))
        longer = {written for written in self._continued(word) if written not in same}
        return WordMatch(bool(same), self._names(same), self._names(longer))

    def _names(self, words: set[str]) -> frozenset[int]:
        if sum(len(self._types[word]) for word in words) > WORD_IN_NAMES:
            return frozenset()
        return frozenset(at for word in words for at in self._types[word])

    def _continued(self, word: str) -> Iterator[str]:
        """Yield the words that begin with a form of this one and are at most twice as long."""
        for heard in {sound(form) for form in (*heard_forms(word), stem(word))}:
            if len(heard) < SHORTEST_BEGINNING:
                continue
            at = bisect_left(self._sounds, (heard, ""))
            while at < len(self._sounds) and self._sounds[at][0].startswith(heard):
                if len(heard) < len(self._sounds[at][0]) <= 2 * len(heard):
                    yield self._sounds[at][1]
                at += 1


def heard_forms(word: str) -> tuple[str, ...]:
    """Return the forms by which a word may be found in another script; none of everyday words."""
    if not is_cyrillic(word):
        return (word,)
    return () if is_known(word) and not is_proper(word) else (word.lower(), lemma(word))


def _by_ear(word: str) -> str:
    return f"={consonants(word)}"


@lru_cache(maxsize=20_000)
def name_words(name: str) -> tuple[str, ...]:
    """Return the words of a name that stand for it, those inside of compounds included."""
    found: list[str] = []
    for part in parts(name):
        inner = [word for word in _INNER.findall(part.text) if len(word) >= SHORTEST_INNER]
        found += inner if len(inner) > 1 else [part.text]
    return tuple(word for word in found if not is_function_word(word)) or tuple(found)


def head(name: str) -> str:
    """Return the beginning of a name before its first separator; empty if there is none."""
    before = _HEAD.split(name.strip(), maxsplit=1)
    return before[0].strip() if len(before) > 1 else ""
