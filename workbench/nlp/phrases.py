"""Find phrases in a text regardless of inflection: «рекомендую» matches «рекомендуется»."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from workbench.nlp.by_script import ByScript
from workbench.nlp.morphology import is_cyrillic, lemma, stem
from workbench.nlp.tokens import Token, tokens

# English inflections; words that share a stem but end otherwise ("general", "generate") differ.
_ENDINGS = frozenset({"", "s", "es", "ed", "d", "ing", "e", "y", "ies", "ied", "ying"})
_SHORTEST_STEM = 4
"""Shorter stems are shared by unrelated words, so that only the lemma or the word itself counts."""


class _Read(NamedTuple):
    """A text in which phrases are looked for."""

    words: Sequence[Token]
    forms: Sequence[str]
    """The words in small letters."""
    places: Mapping[str, Sequence[int]]
    """The lookup keys of the words, each with the places of its words."""
    has_cyrillic: bool


class Phrase(NamedTuple):
    """A match: its offsets in the text, end exclusive, and the phrase as listed."""

    start: int
    end: int
    phrase: str


def find_phrases(text: str, phrases: Iterable[str]) -> Iterator[Phrase]:
    """Yield the occurrences of the phrases, word for word, in any inflection.

    Matches are ordered by phrase, then by offset. Phrases are looked up by their first word, so a
    long list takes no longer than a short one.
    """
    read = _read(text)
    beginning = _by_first_word(tuple(phrases))
    found: set[tuple[int, int, Phrase]] = set()
    for key in beginning.among(read.places, cyrillic=read.has_cyrillic):
        for first, (order, phrase, wanted) in product(read.places[key], beginning.all(key)):
            last = first + len(wanted)
            if last <= len(read.words) and all(map(_same, read.forms[first:last], wanted)):
                place = Phrase(read.words[first].start, read.words[last - 1].end, phrase)
                found.add((order, first, place))
    return (phrase for _, _, phrase in sorted(found))


def has_phrase(text: str, phrases: Iterable[str]) -> bool:
    """Return True if the text contains any of the phrases."""
    return next(find_phrases(text, phrases), None) is not None


@lru_cache(maxsize=64)
def _read(text: str) -> _Read:
    """Read a text, in which several lists of phrases are looked for one after the other."""
    words = tokens(_straight(text))
    forms = [word.text.lower() for word in words]
    places: dict[str, list[int]] = defaultdict(list)
    for at, form in enumerate(forms):
        for key in _keys(form):
            places[key].append(at)
    return _Read(words, forms, dict(places), any(map(is_cyrillic, places)))


@lru_cache(maxsize=256)
def _by_first_word(phrases: tuple[str, ...]) -> ByScript[tuple[int, str, tuple[str, ...]]]:
    """Index the phrases, with their places in the list and their words, by their first word."""
    listed = ((order, phrase, _words(phrase)) for order, phrase in enumerate(phrases))
    return ByScript(((one[2][0], one) for one in listed if one[2]), _keys)


@lru_cache(maxsize=100_000)
def _keys(word: str) -> frozenset[str]:
    """Return the lookup keys of a word; two forms of one word share at least one."""
    return frozenset({word, stem(word), lemma(word)})


@lru_cache(maxsize=4096)
def _words(phrase: str) -> tuple[str, ...]:
    return tuple(token.text.lower() for token in tokens(_straight(phrase)))


def _straight(text: str) -> str:
    """Replace typographic apostrophes by typed ones."""
    return text.replace("’", "'")


@lru_cache(maxsize=100_000)
def _same(word: str, form: str) -> bool:
    if word == form:
        return True
    if is_cyrillic(word) != is_cyrillic(form):
        return False
    if is_cyrillic(word):
        root = stem(word)
        return lemma(word) == lemma(form) or (len(root) > _SHORTEST_STEM and root == stem(form))
    root = stem(word)
    if len(root) < _SHORTEST_STEM or root != stem(form):
        return False
    return _ending(word, root) in _ENDINGS and _ending(form, root) in _ENDINGS


def _ending(word: str, root: str) -> str:
    """Return what follows the stem, or the letter that the stemmer rewrote («vari» from «vary»)."""
    shared = root if word.startswith(root) else root[:-1]
    return word[len(shared) :]
