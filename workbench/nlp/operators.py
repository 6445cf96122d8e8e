"""Find what a question asks data to be: counted, compared, limited by a number, ordered.

The phrases are data (``words/operators.yaml`` and the files beside it), the same for graphs and
tables.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from math import isfinite
from typing import Literal, NamedTuple, TypeAlias

from workbench.nlp.grammar import word_set
from workbench.nlp.query_words import Word, plain, query_words, word_keys, written_words
from workbench.nlp.word_lists import word_list

Operator: TypeAlias = Literal[
    "count", "most", "least", "greater", "at_least", "less", "at_most", "exactly", "solely",
    "not", "except", "both", "same", "shares",
    "when", "after", "since", "before", "until", "during", "where", "uncomputed",
    "average", "sum", "each", "rank", "ascending", "descending", "foremost", "occurs",
    "path", "route", "list", "aside", "versus", "now", "previous", "anaphor",
]  # fmt: skip

_DIGITS = re.compile(r"-?\d+(?:[.,]\d+)?")
# «крупнейший», «величайший»
_SUPERLATIVE_ENDING = re.compile(r"[еа]йш")
_SIGNS_BEFORE = frozenset("$€£₽")
_AROUND = 2
"""Words before a degree word in which «самый» or "most" makes it a superlative."""


GENERAL_DIMENSIONS = ("size", "height")
"""Dimensions of words that compare any numbers: "largest first", "highest first"."""


class Degree(NamedTuple):
    """A comparison: 1 for more and -1 for less of a dimension, such as "size"."""

    sign: int
    dimension: str


class Unit(NamedTuple):
    """A unit: the base it converts to, how many of them it is, and what it measures."""

    base: str
    factor: float
    dimension: str


class Quantity(NamedTuple):
    """A number with its unit, if one follows it."""

    value: float
    unit: Unit | None = None

    @property
    def in_base(self) -> float:
        """The number in the base unit."""
        return self.value * (self.unit.factor if self.unit else 1.0)


class Rank(NamedTuple):
    """A place in an order: 2 for "the second largest"."""

    place: int


class OperatorMention(NamedTuple):
    """A stretch of words, by index, that means an operator, a degree or a quantity."""

    start: int
    end: int
    meaning: Operator | Degree | Quantity
    is_verbatim: bool = True
    """Written as in the list, not inflected."""


def operator_mentions(words: Sequence[Word]) -> Iterator[OperatorMention]:
    """Yield every operator, degree word and quantity; they may overlap.

    "Least" turns the degree word after it around: "the least expensive" is the cheapest.
    """
    for at, word in enumerate(words):
        for key in word.keys:
            for phrase, meaning in _phrases().get(key, ()):
                if _occurs(phrase, words, at):
                    said = [plain(one.text) for one in words[at : at + len(phrase)]]
                    end = at + len(phrase)
                    yield OperatorMention(
                        at, end, _beside_least(meaning, words, at), said == list(phrase)
                    )
        if (number := _quantity(words, at)) is not None:
            yield number


def is_superlative(words: Sequence[Word], start: int, end: int) -> bool:
    """Return True if a degree word chooses the first: "largest", «самый большой», «раньше всех»."""
    own = {key for word in words[max(0, start - 1) : end] for key in word.keys}
    before = {key for word in words[max(0, start - _AROUND) : start] for key in word.keys}
    after = {plain(word.text) for word in words[end : end + 1]}
    return (
        any(_SUPERLATIVE_ENDING.search(plain(word.text)) for word in words[start:end])
        or bool(own & word_set("superlatives"))
        or bool(before & word_set("intensifiers"))
        or bool(after & word_set("superlative_ends"))
    )


def dimensions_of(name: str) -> frozenset[str]:
    """Return what a property measures by the words of its name: "area" is a size."""
    keys = frozenset(key for word in query_words(name) for key in word.keys)
    return frozenset(dimension for dimension, known in _dimensions().items() if keys & known)


@lru_cache(maxsize=1000)
def unit_named(name: str) -> Unit | None:
    """Return a unit by its name or sign: "km2", "hectare"; None for an unknown one."""
    words = query_words(name)
    unit, length = _unit_at(words, 0)
    return unit if length == len(words) else None


def _beside_least(meaning: Operator | Degree, words: Sequence[Word], at: int) -> Operator | Degree:
    """Return what a phrase means; a degree word after "least" is turned around."""
    is_least = at > 0 and plain(words[at - 1].text) in word_set("least_intensifiers")
    if isinstance(meaning, Degree) and is_least:
        return meaning._replace(sign=-meaning.sign)
    return meaning


def _occurs(phrase: Sequence[str], words: Sequence[Word], at: int) -> bool:
    window = words[at : at + len(phrase)]
    return len(window) == len(phrase) and all(
        wanted in word.keys for wanted, word in zip(phrase, window, strict=True)
    )


def _quantity(words: Sequence[Word], at: int) -> OperatorMention | None:
    """Return the number that begins at a word, with its multiplier and unit: "two million km2"."""
    if words[at].text in _SIGNS_BEFORE and at + 1 < len(words):  # "$9,000"
        number, (unit, _) = _quantity(words, at + 1), _unit_at(words, at)
        if number is None or not isinstance(number.meaning, Quantity) or unit is None:
            return None
        return number._replace(start=at, meaning=number.meaning._replace(unit=unit))
    own = _DIGITS.fullmatch(words[at].text)
    scale = _lookup(_multipliers(), words, at)
    value = float(own.group().replace(",", ".")) if own else _lookup(_numbers(), words, at)
    end = at + 1
    if value is None:
        if scale is None:
            return None
        value, end = 1.0, at
    while (scale := _lookup(_multipliers(), words, end)) is not None:
        value, end = value * scale, end + 1
    if not isfinite(value):
        return None
    unit, length = _unit_at(words, end)
    return OperatorMention(at, end + length, Quantity(value, unit))


def _lookup(table: Mapping[str, float], words: Sequence[Word], at: int) -> float | None:
    if at >= len(words):
        return None
    return next((table[key] for key in words[at].keys if key in table), None)


def _unit_at(words: Sequence[Word], at: int) -> tuple[Unit | None, int]:
    """Return the longest unit that begins at a word, and its length in words."""
    best: tuple[Unit | None, int] = (None, 0)
    for phrase, unit in _units():
        window = words[at : at + len(phrase)]
        fits = all(form & word.keys for form, word in zip(phrase, window, strict=False))
        if fits and best[1] < len(phrase) == len(window):
            best = (unit, len(phrase))
    return best


@cache
def _phrases() -> Mapping[str, list[tuple[tuple[str, ...], Operator | Degree]]]:
    """Return the phrases of operators and degrees by their first word."""
    found: dict[str, list[tuple[tuple[str, ...], Operator | Degree]]] = defaultdict(list)
    for name, phrases in _entries("operators"):
        for phrase in phrases:
            found[phrase[0]].append((phrase, name))  # type: ignore[arg-type]
    for name, phrases in _entries("degree_words"):
        sign, dimension = name.split()
        for phrase in phrases:
            found[phrase[0]].append((phrase, Degree(1 if sign == "+" else -1, dimension)))
    return found


@cache
def _units() -> tuple[tuple[tuple[frozenset[str], ...], Unit], ...]:
    """Return the forms of each unit; the keys of a word stand for its inflections."""
    found = []
    for name, phrases in _entries("measure_units"):
        base, factor, dimension = name.split()
        unit = Unit(base, float(factor), dimension)
        found += [(tuple(map(word_keys, phrase)), unit) for phrase in phrases]
    return tuple(found)


@cache
def _dimensions() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for name, phrases in _entries("dimensions"):
        for phrase in phrases:
            found[name] |= {key for word in query_words(phrase[0]) for key in word.keys}
    return {name: frozenset(keys) for name, keys in found.items()}


@cache
def _numbers() -> Mapping[str, float]:
    return _values("number_words")


def rank_of(word: Word) -> Rank | None:
    """Return the place that a word such as "second" or "3rd" means."""
    return next((Rank(int(_ranks()[key])) for key in word.keys if key in _ranks()), None)


@cache
def _ranks() -> Mapping[str, float]:
    return _values("ordinal_words")


@cache
def _multipliers() -> Mapping[str, float]:
    return _values("multipliers")


def _values(name: str) -> dict[str, float]:
    pairs = (entry.split() for entry in word_list(name))
    return {plain(word): float(value) for word, value in pairs}


def _entries(name: str) -> Iterator[tuple[str, list[tuple[str, ...]]]]:
    """Yield the entries of a list, ``name: phrase | phrase``; each phrase as its words."""
    for entry in word_list(name):
        head, _, tail = entry.partition(": ")
        phrases = [written_words(p) for p in tail.split("|")]
        yield head, [phrase for phrase in phrases if phrase]
