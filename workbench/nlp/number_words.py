"""Read numbers written in words: "four hundred and fifty", «две тысячи сто», «втрое»."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from workbench.nlp.by_script import ByScript
from workbench.nlp.grammar import in_word_list, readings
from workbench.nlp.morphology import is_cyrillic, lemma
from workbench.nlp.spelling import LETTERS
from workbench.nlp.terms import stem_key
from workbench.nlp.word_lists import word_list

_WORD = re.compile(LETTERS)
_THOUSAND = 1000.0
_HUNDRED = 100.0
_TWENTY = 20.0
# What separates the words of one number: "sixty-six", "four hundred and fifty".
_JOINT = re.compile(r"[ \u00a0-]")


class NumberWords(NamedTuple):
    """A number with its offsets in the text, end exclusive."""

    value: float
    start: int
    end: int


def number_words(text: str) -> Iterator[NumberWords]:
    """Yield the numbers that a text writes in words, each as a whole."""
    run: list[tuple[float, re.Match[str]]] = []
    for match in _WORD.finditer(text):
        if run and in_word_list(match.group(), "number_joints"):
            continue
        value = _value(match.group())
        if run and value is None and _is_last_one(text, match):
            value = 1.0
        if run and (value is None or not _continues(text, run, value, match)):
            yield from _whole(run)
            run = []
        if value is not None and (run or not _scales_digits(text, value, match)):
            run.append((value, match))
    if run:
        yield from _whole(run)


@cache
def values() -> ByScript[float]:
    """Return the value of each number word by its stem: 3 for "three", «втрое», «тремя»."""
    return pairs("number_words")


@cache
def scales() -> ByScript[float]:
    """Return the value of each word that multiplies the number before it: 1000 for «тыс»."""
    return pairs("multipliers")


def pairs(name: str) -> ByScript[float]:
    """Return a word list of entries such as "three 3" by stem."""
    return ByScript(_entries(name), lambda word: (stem_key(word),))


def _entries(name: str) -> Iterator[tuple[str, float]]:
    for entry in word_list(name):
        word, value = entry.split()
        yield word, float(value)


@cache
def _scales() -> frozenset[float]:
    return frozenset(value for _, value in _entries("multipliers"))


@lru_cache(maxsize=20_000)
def _value(word: str) -> float | None:
    """Return the value of a number word, or of a scale in letters: "thousand", but not "k"."""
    if len(word) == 1:
        return None
    if not is_cyrillic(word):
        value = values().get(stem_key(word))
        return scales().get(stem_key(word)) if value is None else value
    # «сорока» is the genitive of «сорок» and a magpie; «стоит» has the stem of «сто».
    normals = dict.fromkeys([lemma(word), *_numerals(word)])
    known = (_russian().get(normal) for normal in normals)
    return next((one for one in known if one is not None), None)


def _numerals(word: str) -> Iterator[str]:
    return (one.normal for one in readings(word) if "NUMR" in one.marks)


@cache
def _russian() -> dict[str, float]:
    """Return number words and scales by their dictionary form."""
    entries = [*word_list("multipliers", "ru"), *word_list("number_words", "ru")]
    return {lemma(word): float(value) for word, value in map(str.split, entries)}


def _continues(
    text: str, run: list[tuple[float, "re.Match[str]"]], value: float, match: "re.Match[str]"
) -> bool:
    """Return True if a number word goes on with the number before it: "forty" "two"."""
    last, before = run[-1]
    between = text[before.end() : match.start()]
    if not _JOINT.fullmatch(between) and not (
        last >= _HUNDRED and in_word_list(between.strip(), "number_joints")
    ):
        return False
    if value in _scales():
        return True
    if value == _HUNDRED:
        return 0 < last < _HUNDRED
    return value < last and (last >= _HUNDRED or (last >= _TWENTY and value < 10))


def _is_last_one(text: str, match: "re.Match[str]") -> bool:
    """Return True for the "one" of "thirty-one", which alone is a pronoun; "one-way" has none."""
    is_joined = text[match.end() : match.end() + 1] == "-"
    return not is_joined and in_word_list(match.group(), "plain_one")


def _scales_digits(text: str, value: float, match: "re.Match[str]") -> bool:
    """Return True for a scale after digits, with which it is one number: "5 thousand"."""
    return value in _scales() and text[: match.start()].rstrip()[-1:].isdigit()


def _whole(run: list[tuple[float, "re.Match[str]"]]) -> Iterator[NumberWords]:
    """Yield the number that a run of words writes; "a thousand" alone is none."""
    if all(value in _scales() for value, _ in run):
        return
    total = part = 0.0
    for value, _ in run:
        if value in _scales():
            total, part = total + (part or 1.0) * value, 0.0
        elif value == _HUNDRED and 0 < part < _HUNDRED:
            part *= value
        else:
            part += value
    yield NumberWords(total + part, run[0][1].start(), run[-1][1].end())
