"""Extract the values of a text that may answer a question, in comparable form."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from workbench.nlp.amounts import CALENDAR, CLOCK, MONEY, Amount, amounts
from workbench.nlp.answer_type import ValueKind
from workbench.nlp.grammar import in_word_list, is_function_word, readings
from workbench.nlp.hours import HoursBound, time_at
from workbench.nlp.number_roles import COUNT, counted_word
from workbench.nlp.phrases import find_phrases
from workbench.nlp.quantities import (
    WEEKDAY,
    Bound,
    Quantity,
    are_equal,
    are_opposite,
    are_pair,
    dates,
    quantities,
    with_bound,
)
from workbench.nlp.terms import stem_key
from workbench.nlp.times_of_day import times_of_day
from workbench.nlp.tokens import Token, tokens
from workbench.nlp.word_lists import word_list

SECOND, YEAR, DAY, RATE = "second", "calendar year", "day of the year", "times a year"
"""Dimensions besides the units of ``amounts``: periods, years, dates of any year, frequencies."""
_DIMENSIONS: dict[ValueKind | None, frozenset[str]] = {
    "money": MONEY | {"percent"},
    "percent": frozenset({"percent"}),
    "duration": frozenset({SECOND, DAY}),
    "clock": frozenset({CLOCK}),
    "frequency": frozenset({RATE}),
    "time": frozenset({SECOND, CLOCK, DAY, YEAR}),
}
"""The dimensions of the kinds of value that have dimensions of their own."""
TIMES = "time"
"""The unit of «два раза», which is a count as "twice" is."""
_ONLY_TIMES = frozenset({YEAR, DAY, WEEKDAY, RATE})
"""Dimensions that answer only a question about a time or a frequency."""
_MOST_DAYS = 31
_BESIDE = 4
"""Characters between the day and the month of a date: "12th May" has three."""
_YEAR = quantities("1 year")[0].value
"""Seconds."""
_JOINT = 3
"""Characters of a preposition and the spaces around it: " в "."""
_PER_MONTH = 100
"""A date without a year is its month times this, and its day."""


@dataclass(frozen=True)
class ExtractedValue:
    """A value of a text, as it is compared and as it is written there."""

    quantity: Quantity
    written: str


def extract_values(
    text: str, kind: ValueKind | None, bound: HoursBound | None
) -> list[ExtractedValue]:
    """Return the values that are the only ones of their dimension in a text; none of a range.

    Args:
        text: a statement or a clause.
        kind: the kind of value that is asked for, which tells the dimensions that count.
        bound: the end of opening hours that is asked for; the other end does not count then.
    """
    found = [one for one in _values(text, kind, bound) if _is_of_kind(one.quantity.dimension, kind)]
    dimensions = [one.quantity.dimension for one in found]
    return [one for one in found if dimensions.count(one.quantity.dimension) == 1]


def values_differ(one: ExtractedValue, other: ExtractedValue) -> bool:
    """Return True for two values of one dimension that are not equal: 7 days and two weeks.

    The least and the most of something are not two values of one thing.
    """
    mine, theirs = one.quantity, other.quantity
    return (
        mine.dimension == theirs.dimension
        and not are_equal(mine, theirs)
        and not are_opposite(mine, theirs)
    )


def _is_of_kind(dimension: str, kind: ValueKind | None) -> bool:
    if (known := _DIMENSIONS.get(kind)) is not None:
        return dimension in known
    return dimension not in _ONLY_TIMES


def _values(
    text: str, kind: ValueKind | None, bound: HoursBound | None
) -> Iterator[ExtractedValue]:
    times = _clock(text, bound)
    yield from (_of_amount(one, text) for one in times)
    yield from _days(text)
    yield from (
        ExtractedValue(
            _quantity(one.first.year, YEAR, one.start, one.end), text[one.start : one.end]
        )
        for one in dates(text)
        if kind == "time"
    )
    hours = times_of_day(text)
    counted = [
        one
        for one in quantities(text)
        if not any(hour.start <= one.start < hour.end for hour in hours)
    ]
    ranges = [pair for pair in pairwise(counted) if are_pair(*pair, text)]
    counted = [one for one in counted if not any(one in pair for pair in ranges)]
    yield from _rates(counted, text) if kind == "frequency" else _measured(counted, text)


def _clock(text: str, bound: HoursBound | None) -> Sequence[Amount]:
    """Return the times of the day; of opening hours, the end that is asked for."""
    if bound is None:
        return times_of_day(text)
    time = time_at(bound, text)
    return [time] if time is not None else []


def _days(text: str) -> Iterator[ExtractedValue]:
    """Yield the dates, whatever their year: "15 June", "12 May 2023"."""
    found = amounts(text)
    for month in (one for one in found if one.unit == CALENDAR):
        beside = [one for one in found if one is not month and _is_day_of(one, month, text)]
        for day in beside[:1]:
            start, end = min(day.start, month.start), max(day.end, month.end)
            value = month.value * _PER_MONTH + day.value
            yield ExtractedValue(_quantity(value, DAY, start, end), text[start:end])


def _is_day_of(day: Amount, month: Amount, text: str) -> bool:
    first, second = sorted((day, month), key=lambda one: one.start)
    return (
        1 <= day.value <= _MOST_DAYS
        and day.unit in ("", CALENDAR)
        and text[day.start].isdigit()
        and second.start - first.end <= _BESIDE
    )


def _measured(found: Sequence[Quantity], text: str) -> Iterator[ExtractedValue]:
    """Yield the quantities without parts of dates, and without "a month" after what it is of."""
    months = [one for one in found if one.dimension == CALENDAR]
    counts = [one for one in found if one.dimension in ("", TIMES) and _is_count(one, text)]
    for at, one in enumerate(found):
        is_date = one.dimension in (CALENDAR, YEAR) or any(_is_beside(one, m) for m in months)
        is_per = one.is_implied and at > 0 and found[at - 1].dimension != SECOND
        is_date = is_date or (one.is_implied and _is_this(one, text))
        if is_date or is_per or not (one.dimension or one in counts):
            continue
        own = "" if one.dimension == TIMES else one.dimension
        dimension = own or (COUNT if len(counts) == 1 else stem_key(_counted(one, text)))
        meant = one._replace(dimension=dimension, bound=_implied_bound(one, text))
        yield ExtractedValue(meant, _written(one, text))


def _implied_bound(one: Quantity, text: str) -> Bound:
    """Return the bound of a quantity: "nobody may stay for more than 2 hours" is the most."""
    before = text[: one.end - len(with_bound(one, text))]
    is_denied = any(in_word_list(word.text, "negation") for word in tokens(before))
    opposite: dict[Bound, Bound] = {"least": "most", "most": "least"}
    return opposite.get(one.bound, one.bound) if is_denied else one.bound


def _is_count(one: Quantity, text: str) -> bool:
    """Return False for "Room 7 is" and "Once agreed"; "to 10." and "three guests" are counts."""
    if one.value == 1 and text[one.start].isalpha() and not _counted(one, text):
        return False
    before = [word.text for word in tokens(text) if word.end <= one.start][-1:]
    is_word = text[one.start].isalpha()
    is_after = any(map(is_function_word, before))
    return is_word or is_after or bool(one.bound) or bool(_counted(one, text))


def _is_this(one: Quantity, text: str) -> bool:
    """Return True for "the day" and «в этом году», which are not periods."""
    before = [word.text for word in tokens(text) if word.end <= one.start][-1:]
    return any(
        any(in_word_list(word, name) for name in ("demonstratives", "the_words"))
        or any("Apro" in a.marks for a in readings(word))
        for word in before
    )


def _is_beside(one: Quantity, month: Quantity) -> bool:
    return not one.dimension and min(abs(one.end - month.start), abs(month.end - one.start)) <= 1


def _rates(found: Sequence[Quantity], text: str) -> Iterator[ExtractedValue]:
    """Yield how often something happens: "twice a year", "monthly", "every three months"."""
    last: Quantity | None = None
    for one in [*found, *_named_periods(text)]:
        if one.dimension == SECOND and one.value:
            count = last if one.is_implied else None
            start = _frequency_start(count or one, text)
            end = one.start + len(_written(one, text))
            rate = (count.value if count else 1.0) * _YEAR / one.value
            yield ExtractedValue(_quantity(rate, RATE, start, end), text[start:end])
        last = one if one.dimension in ("", TIMES) else None


def _frequency_start(one: Quantity, text: str) -> int:
    """Return where a frequency begins: at "every" of "every three months"."""
    before = (
        phrase.start
        for phrase in find_phrases(text, word_list("frequencies"))
        if phrase.start < one.start <= phrase.end + _JOINT
    )
    return min(before, default=one.start)


def _named_periods(text: str) -> Iterator[Quantity]:
    """Yield the periods of words such as «ежемесячно», which have no unit's stem."""
    known = {one.start for one in quantities(text)}
    for entry in word_list("date_frequencies"):
        unit, _, words = entry.partition(": ")
        found = {phrase.start: phrase for phrase in find_phrases(text, words.split(" | "))}
        for start in found.keys() - known:
            for period in quantities(f"1 {unit}"):
                yield period._replace(start=start, end=found[start].end, is_implied=True)


def _of_amount(one: Amount, text: str) -> ExtractedValue:
    return ExtractedValue(
        _quantity(one.value, one.unit, one.start, one.end), text[one.start : one.end]
    )


def _quantity(value: float, dimension: str, start: int, end: int, bound: Bound = "") -> Quantity:
    return Quantity(value, dimension, dimension, bound, start, end)


def _counted(one: Quantity, text: str) -> str:
    return counted_word(Amount(one.value, one.unit, one.start, one.end), text)


def _written(one: Quantity, text: str) -> str:
    """Return a quantity as it is written, with the sign or the word after it: "8 working"."""
    behind = _word_after(one, text)
    end = one.end if one.is_implied or behind is None else behind.end
    return text[one.start : end]


def _word_after(one: Quantity, text: str) -> Token | None:
    behind = next((word for word in tokens(text) if word.start >= one.end), None)
    if behind is None or text[one.end : behind.start].strip() or is_function_word(behind.text):
        return None
    return behind
