"""Names behind words that the vocabulary does not list: adjectives, other scripts, typos."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias

from anyascii import anyascii
from rapidfuzz.distance import OSA

from workbench.nlp.grammar import is_known, word_set
from workbench.nlp.morphology import is_cyrillic
from workbench.nlp.phrase_lists import named_phrases
from workbench.nlp.query_words import Word, is_filler, keys_of_list, plain
from workbench.nlp.word_lists import list_pattern
from workbench.planner.composer.meanings import Named, Option
from workbench.planner.composer.vocabulary import Vocabulary

# «африканский», "European", "Chinese"
_ADJECTIVE = re.compile(r"ск(?:ий|ая|ое|ие|их|им|ими|ой|ую|ого|ому|ом)$|(?:an|ese|ish|ic|n)$")
# «франкоязычный», «англоговорящий»
_SPEAKING = re.compile(rf"(\w{{4,}})о(?={list_pattern('language_compounds')})")
_SHORTEST_NAME = 4
"""Letters of a name that an adjective or another script may stand for."""
_STEM_LOSS, _ENDING = 2, 6
"""Letters of a name that its adjective may drop, and that it may add."""
_ADJECTIVE_FIT, _COMPOUND_FIT, _OTHER_SCRIPT_FIT = 0.85, 0.9, 0.7
_PART_FIT, _MOST_BEGINNING = 0.75, 3
"""Fit of the first word of a name, and how many names it may begin."""
_LONG_WORD = 8
"""Letters from which a word may have two wrong ones; shorter words one."""

Forms: TypeAlias = Mapping[tuple[str, int], Sequence[str]]
"""Forms of words by their first letter and length."""


class UnlistedWords:
    """Reads words that no phrase of the vocabulary begins with. Read-only after construction."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._names = {
            name: nodes for name, nodes in vocabulary.names.items() if len(name) >= _SHORTEST_NAME
        }
        self._by_start: dict[str, list[str]] = defaultdict(list)
        self._by_sound: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for name in self._names:
            self._by_start[name[:3]].append(name)
            sound = anyascii(name).casefold()
            self._by_sound[sound[:1]].append((sound, name))
        self._forms = vocabulary.forms
        self._by_letter = _by_letter_and_length(vocabulary.forms)

    def respelled(self, word: Word) -> Word:
        """Return a word in no dictionary with the forms of the most similar known words."""
        low = plain(word.text)
        known = bool(word.keys & self._forms) or is_filler(word) or _is_operator(word)
        if len(low) < _SHORTEST_NAME or low.isdigit() or known or _is_word(word):
            return word
        limit = 1 if len(low) < _LONG_WORD else 2
        found = _nearest(word, self._by_letter, limit) or _nearest(word, _question_words(), limit)
        return word._replace(keys=word.keys | found)

    def options(self, word: Word) -> Iterator[Option]:
        """Yield the nodes that a word may name."""
        fits: dict[str, float] = {}
        for form in word.keys:
            for name in self._by_start.get(form[:3], ()):
                if shared := adjective_stem(form, name):
                    fits[name] = max(fits.get(name, 0.0), _ADJECTIVE_FIT + shared / 1000)
        fits |= dict.fromkeys(self._compounds(word), _COMPOUND_FIT)
        for name in self._other_script(plain(word.text)):
            fits.setdefault(name, _OTHER_SCRIPT_FIT)
        for name, fit in fits.items():
            for node in self._names[name]:
                yield Option(Named(node.type, (node.id,)), fit)

    def beginning_with(self, word: Word) -> Iterator[Option]:
        """Yield the nodes whose names of several words begin with this one: "Soviet missions".

        Of a few the type that the question relates decides.
        """
        low = plain(word.text)
        found = [name for name in self._by_start.get(low[:3], ()) if name.startswith(f"{low} ")]
        for name in found if len(found) <= _MOST_BEGINNING else ():
            for node in self._names[name]:
                yield Option(Named(node.type, (node.id,)), _PART_FIT)

    def _compounds(self, word: Word) -> Iterator[str]:
        """Yield the names in «франкоязычный» and in «южноамериканский» (Южная Америка)."""
        longest = max(word.keys, key=len)
        if speaking := _SPEAKING.match(longest):
            start = speaking[1]
            yield from (n for n in self._by_start.get(start[:3], ()) if n.startswith(start))
        for direction in word_set("compound_directions"):
            rest = longest.removeprefix(direction)
            if rest == longest:
                continue
            for name in self._by_start.get(direction[:3], ()):
                _, _, last = name.partition(" ")
                if name[:4] == direction[:4] and last and adjective_stem(rest, last):
                    yield name

    def _other_script(self, low: str) -> Iterator[str]:
        """Yield the names that sound like a word of the other script."""
        sound = anyascii(low).casefold()
        most = len(sound) // 5
        if len(sound) <= _SHORTEST_NAME:
            return
        for other, name in self._by_sound.get(sound[:1], ()):
            if is_cyrillic(name) is not is_cyrillic(low) and (
                OSA.distance(other, sound, score_cutoff=most) <= most
            ):
                yield name


def _nearest(word: Word, forms: Forms, limit: int) -> set[str]:
    """Return the forms that differ least from a word, by at most so many letters."""
    near = [
        (distance, form)
        for key in word.keys
        for length in range(len(key) - limit, len(key) + limit + 1)
        for form in forms.get((key[0], length), ())
        if (distance := OSA.distance(key, form, score_cutoff=limit)) <= limit
    ]
    least = min((distance for distance, _ in near), default=0)
    return {form for distance, form in near if distance == least}


def _by_letter_and_length(words: Iterable[str]) -> Forms:
    found: dict[tuple[str, int], list[str]] = defaultdict(list)
    for form in words:
        if len(form) >= _SHORTEST_NAME:
            found[form[0], len(form)].append(form)
    return found


@cache
def _question_words() -> Forms:
    """Return the words that questions open with, which are misspelt too: "Whcih"."""
    asking = (word for word in word_set("asking_words") if len(word) > _SHORTEST_NAME)
    return _by_letter_and_length(asking)


def adjective_stem(word: str, name: str) -> int:
    """Return how many letters an adjective shares with its name; 0 if it is not of that name.

    It holds nearly all of the name: «африканский» of «Африка», "European" of "Europe".
    """
    if len(name) < _SHORTEST_NAME or not _ADJECTIVE.search(word):
        return 0
    pairs = enumerate(zip(word, name, strict=False))
    shared = next((at for at, (a, b) in pairs if a != b), min(len(word), len(name)))
    fits = shared >= max(3, len(name) - _STEM_LOSS) and len(word) - shared <= _ENDING
    return shared if fits else 0


def _is_operator(word: Word) -> bool:
    is_listed = bool(word.keys & (word_set("asking_words") | word_set("superlatives")))
    return is_listed or any(True for _ in named_phrases([word], "graph_operators"))


def _is_word(word: Word) -> bool:
    """Whether a word is in the dictionary, or a common English one: "leave" is not "lead"."""
    low = plain(word.text)
    common = keys_of_list("common") | keys_of_list("imperatives")
    return is_known(low) or (low.isascii() and bool({low, *word.keys} & common))
