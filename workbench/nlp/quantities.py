"""Read quantities in comparable form: "2 years" and "24 months", "more than 30", "half an hour"."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from workbench.domain.local_text import LANGUAGES
from workbench.nlp.amounts import CALENDAR, Amount, amounts, unit_of
from workbench.nlp.by_script import ByScript
from workbench.nlp.grammar import in_word_list, is_function_word, is_plural, readings, word_set
from workbench.nlp.number_words import pairs
from workbench.nlp.periods import Period, periods
from workbench.nlp.terms import stem_key
from workbench.nlp.times_of_day import times_of_day
from workbench.nlp.tokens import Token, tokens
from workbench.nlp.word_lists import word_list
from workbench.nlp.years import YEARS

Bound = Literal["", "least", "most", "start", "end"]
"""The least or the greatest number that is meant, or where something starts or ends."""
_LISTS: tuple[tuple[str, Bound], ...] = (
    ("lower_bounds", "least"),
    ("upper_bounds", "most"),
    ("starting_limits", "start"),
    ("ending_limits", "end"),
)
_LOW: tuple[Bound, ...] = ("least", "start")
_HIGH: tuple[Bound, ...] = ("most", "end")
_ENDS: tuple[Bound, ...] = ("start", "end")
"""Bounds that may leave the number out: «до 7 лет»."""
WEEKDAY = "weekday"
"""The unit of a day of the week, counted from 1 for Monday."""
_FACTORS = {
    unit: (float(factor), base)
    for unit, factor, base in (entry.split() for entry in word_list("unit_conversions"))
}
_LONG = ("month", "year")
"""Units of no fixed number of days."""
_EXACT = 1e-9
_ABOUT = 0.02
"""Relative difference of a month of 30 days and one of a twelfth of a year."""
_SHORTEST_UNIT = 3
"""Letters of a unit that is written without a number."""
_BEFORE = 4
"""Words before a number that may bound it: «не должна превышать»."""
_DASHES = ("-", "–", "—")


class Quantity(NamedTuple):
    """A number in the base unit of its dimension, with its offsets in the text, end exclusive."""

    value: float
    unit: str
    """The unit as written: "hour"; empty if there is none."""
    dimension: str
    """The unit that it converts into: "second"; "year" and "calendar" for parts of dates."""
    bound: Bound
    start: int
    end: int
    is_strict: bool = False
    """Whether its bound leaves out the number itself: "more than 30"."""
    is_implied: bool = False
    """Whether the number is in no word: "within a week"."""


@lru_cache(maxsize=20_000)
def quantities(text: str) -> tuple[Quantity, ...]:
    """Return the quantities of a text in order, without the dates of ``dates``."""
    times = times_of_day(text)
    apart = [(one.start, one.end) for one in dates(text)]
    apart += [(one.start, one.end) for one in times]
    words = tokens(text)
    counted = [one for one in amounts(text) if not _is_within(one.start, apart)]
    counted = sorted([*counted, *times], key=lambda one: one.start)
    stated = [_quantity(one, text, words) for one in _with_shared_units(counted, text)]
    taken = [*apart, *((one.start, one.end) for one in stated)]
    found = [*stated, *_implied(words, taken), *_weekdays(words)]
    return tuple(sorted(found, key=lambda one: one.start))


@lru_cache(maxsize=20_000)
def dates(text: str) -> tuple[Period, ...]:
    """Return the days, months, quarters and years of a text, in order; "1904 days" has none."""
    measured = {one.start for one in amounts(text) if one.unit not in ("", "year", CALENDAR)}
    return tuple(one for one in periods(text) if not (one.is_year and one.start in measured))


def are_equal(one: Quantity, other: Quantity) -> bool:
    """Return True for equal values of one dimension, or with a dimension missing on either side."""
    if one.dimension != other.dimension and one.dimension and other.dimension:
        return False
    if one.dimension != other.dimension and (one.is_implied or other.is_implied):
        return False
    if one.dimension != other.dimension and (one.unit in _FACTORS or other.unit in _FACTORS):
        return False
    about = one.unit != other.unit and (one.unit in _LONG or other.unit in _LONG)
    slack = (_ABOUT if about else _EXACT) * max(1.0, abs(one.value), abs(other.value))
    return abs(one.value - other.value) <= slack


def is_entailed(claimed: Quantity, stated: Quantity) -> bool:
    """Return True if a stated quantity makes a claimed one true: 34 for "more than 30"."""
    if are_equal(claimed, stated):
        is_beyond = claimed.is_strict and not stated.is_strict and stated.bound not in _ENDS
        return not (is_beyond or are_opposite(claimed, stated))
    if claimed.dimension != stated.dimension or stated.bound:
        return False
    if claimed.bound == "least":
        return stated.value > claimed.value
    return claimed.bound == "most" and stated.value < claimed.value


def with_bound(one: Quantity, text: str) -> str:
    """Return a quantity as a text writes it, after the words that bound it: "more than 30"."""
    _, phrase = _bound(one.start, tokens(text)) if one.bound else ("", "")
    start = text.lower().rfind(phrase, 0, one.start) if phrase else one.start
    return text[start if start >= 0 else one.start : one.end]


def are_opposite(one: Quantity, other: Quantity) -> bool:
    """Return True if one of two is a lower bound and the other an upper one."""
    return (one.bound in _LOW and other.bound in _HIGH) or (
        one.bound in _HIGH and other.bound in _LOW
    )


def are_comparable(one: Quantity, other: Quantity) -> bool:
    """Return True for quantities of one dimension, neither implied."""
    return one.dimension == other.dimension and not (one.is_implied or other.is_implied)


def _quantity(one: Amount, text: str, words: Sequence[Token]) -> Quantity:
    if one.unit == CALENDAR:
        return Quantity(one.value, one.unit, CALENDAR, "", one.start, one.end)
    factor, base = _FACTORS.get(one.unit, (1.0, one.unit))
    # "2 000" and "2,000" are counts.
    is_plain = text[one.start : one.end].isdigit()
    is_year = one.value in YEARS and one.unit in ("", "year") and is_plain
    if is_year:
        return Quantity(one.value, "year", "calendar year", "", one.start, one.end)
    bound, phrase = _bound(one.start, words)
    is_strict = phrase in word_set("strict_bounds")
    return Quantity(one.value * factor, one.unit, base, bound, one.start, one.end, is_strict)


def _with_shared_units(counted: Sequence[Amount], text: str) -> Iterator[Amount]:
    """Yield the amounts; of two such as "35 to 45 minutes" both have the unit of one."""
    units = [one.unit for one in counted]
    for at, (first, second) in enumerate(pairwise(counted)):
        if are_pair(first, second, text) and CALENDAR not in units[at : at + 2]:
            units[at] = units[at] or units[at + 1]
            units[at + 1] = units[at + 1] or units[at]
    for one, unit in zip(counted, units, strict=True):
        yield one._replace(unit=unit)


def are_pair(first: Amount | Quantity, second: Amount | Quantity, text: str) -> bool:
    """Return True for two numbers such as "35 to 45" or "from 54 minutes to 9"."""
    between = [token.text.lower() for token in tokens(text[first.end : second.start])]
    joints = [word for word in between if not unit_of(word)]
    if not joints:
        dash = text[first.end : second.start]
        # A dash between spaces is the Russian "is": «НС-65 — 15 кВт».
        return not between and dash.strip() in _DASHES and dash != " — "
    return len(joints) == 1 and in_word_list(joints[0], "pair_joints")


def _bound(start: int, words: Sequence[Token]) -> tuple[Bound, str]:
    """Return the bound that the words directly before a number make it, with its phrase.

    «Более чем в 30» has the phrase «более чем».
    """
    before = [one.text.lower() for one in words if one.end <= start][-_BEFORE:]
    said = [" ".join(before)]
    if before and (is_function_word(before[-1]) or unit_of(before[-1])):
        said.append(" ".join(before[:-1]))
    for bound, phrase in _bounds():
        if any(f" {one}".endswith(f" {phrase}") for one in said):
            return bound, phrase
    return "", ""


@cache
def _bounds() -> tuple[tuple[Bound, str], ...]:
    """Return the phrases of each bound, the longest first: «не выше» before «выше»."""
    phrases = [(bound, phrase) for name, bound in _LISTS for phrase in word_list(name)]
    return tuple(sorted(phrases, key=lambda one: -len(one[1])))


def _implied(words: Sequence[Token], taken: Sequence[tuple[int, int]]) -> Iterator[Quantity]:
    """Yield quantities without a number: "a week", "half an hour", «полгода»."""
    for at, word in enumerate(words):
        if half := _halved_unit(word.text):
            yield _of_unit(half, 0.5, word)
            continue
        beside = words[max(0, at - 1) : at + 2]
        is_unit = unit_of(word.text) in _FACTORS and not _is_abbreviated(word.text)
        if not is_unit or any(_is_within(n.start, taken) for n in beside):
            continue
        near = [one for one in words[max(0, at - 2) : at] if not _is_article(one)][-1:]
        more = [one for one in words[at + 1 : at + 4] if not _is_article(one)][:2]
        before = _fraction(near[-1].text) if near else 0.0
        is_more = len(more) == 2 and in_word_list(more[0].text, "number_joints")
        after = _fraction(more[1].text) if is_more else 0.0
        if before or after or not _is_several(word.text):
            yield _of_unit(unit_of(word.text), before or 1.0 + after, word)


def _is_abbreviated(word: str) -> bool:
    """Return True for a unit that only a number makes one: "m", and the "HR" of a department."""
    return len(word) < _SHORTEST_UNIT or word.isupper()


def _is_several(word: str) -> bool:
    """Return True for "hours" and «дней», not for «недели», which may be of one, nor «сутки»."""
    nouns = [one.marks for one in readings(word) if "NOUN" in one.marks]
    if not nouns:
        return is_plural(word)
    return all("plur" in marks and "Pltm" not in marks for marks in nouns)


def _weekdays(words: Sequence[Token]) -> Iterator[Quantity]:
    for word in words:
        if day := _days_of_week().get(stem_key(word.text)):
            yield Quantity(day, WEEKDAY, WEEKDAY, "", word.start, word.end)


@cache
def _days_of_week() -> ByScript[int]:
    entries = (
        (word, number)
        for language in LANGUAGES
        for number, word in enumerate(word_list("day_names", language), start=1)
    )
    return ByScript(entries, lambda word: (stem_key(word),))


def _is_within(place: int, spans: Iterable[tuple[int, int]]) -> bool:
    return any(start <= place < end for start, end in spans)


def _is_article(word: Token) -> bool:
    return in_word_list(word.text, "indefinite_articles")


def _fraction(word: str) -> float:
    return _fractions().get(stem_key(word)) or 0.0


@cache
def _fractions() -> ByScript[float]:
    return pairs("fraction_words")


@lru_cache(maxsize=20_000)
def _halved_unit(word: str) -> str:
    """Return the unit of a word such as «полгода», else an empty string."""
    low = word.lower()
    rests = (low[len(one) :] for one in word_list("half_prefixes") if low.startswith(one))
    return next((unit for rest in rests if (unit := unit_of(rest)) in _FACTORS), "")


def _of_unit(unit: str, value: float, word: Token) -> Quantity:
    factor, base = _FACTORS[unit]
    return Quantity(value * factor, unit, base, "", word.start, word.end, is_implied=True)
