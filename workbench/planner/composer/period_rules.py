"""Rules of days and months: "in March 2024", «после 5 мая 2024»."""

from collections.abc import Iterator

from workbench.domain.graph import Scalar
from workbench.domain.graph_query import FollowSet, Test, WhereSet
from workbench.nlp.periods import Period
from workbench.nlp.recurring_dates import RecurringDate
from workbench.planner.composer.compared_properties import (
    Measured,
    is_time_of_relation,
    loss_of_time,
    measured,
)
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.order_rules import verb_of_time
from workbench.planner.composer.readings import Reading, Term
from workbench.planner.composer.times import TIMES
from workbench.retrieval.graph_query.graph_schema import EdgePropertyOf, PropertyOf

_FROM_LAST_DAY = frozenset({"gt", "le"})
"""Tests against the last day of a period: "after March 2024" begins in April."""


def dated(asked: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
    """Yield the nodes of a reading, or of the edges that led to them, with a date in a period."""
    for at in asked.free(reading):
        periods = asked.meanings(at, Period)
        recurring = asked.meanings(at, RecurringDate)
        found = measured(asked, reading, "time") if periods or recurring else ()
        for own in found:
            if is_time_of_relation(asked, own, "eq"):
                continue
            one = own._replace(gain=own.gain - loss_of_time(asked, own, at))
            for period in periods:
                yield from _within(asked, one, at, period)
            if _is_dated(asked, one):
                for period in periods:
                    yield from _with_date(asked, one, at, period)
                for part in recurring:
                    yield from _with_part(asked, one, at, part)


def _is_dated(asked: LinkedQuestion, one: Measured) -> bool:
    """Whether all values of the property are dates as in 2024-03-05."""
    led_by = one.reading.term.set if one.reading.term else None
    edge = led_by.edge if isinstance(led_by, FollowSet) else ""
    names = {EdgePropertyOf(edge, one.by.property), PropertyOf(one.reading.type, one.by.property)}
    return bool(names & asked.evaluator.dates)


def _with_part(
    asked: LinkedQuestion, one: Measured, at: int, recurring: RecurringDate
) -> Iterator[Reading]:
    """Yield the nodes with a date in a month, or on a day, of any year: "in August"."""
    before = _word_of_time(asked, one.reading, at)
    if sum(bool(asked.meanings(place, RecurringDate)) for place in range(asked.size)) > 1:
        return  # "from May to July", "in May and in July"
    if any("during" not in asked.operators_at(place) for place in before):
        return  # "before March" is before it in some year
    if one.reading.term is not None and at not in one.mentions:
        where = WhereSet(of="", property=one.by.property, test="contains", value=recurring.part)
        verb = verb_of_time(asked, one.reading, (before or [at])[0])
        read = dict.fromkeys([at, *before, *verb, *one.mentions])
        term = Term(where, (one.reading.term,))
        yield asked.of_term(one.reading, term, one.reading.type, list(read), one.gain)


def _within(asked: LinkedQuestion, one: Measured, at: int, period: Period) -> Iterator[Reading]:
    """Yield the nodes with a date or year in a range: "between 1900 and 1960", "in the 1990s"."""
    before = _word_of_time(asked, one.reading, at)
    is_within = all("during" in asked.operators_at(place) for place in before)
    is_dated = _is_dated(asked, one)
    if _value(period, "eq") or not is_within or not (is_dated or period.is_of_years):
        return
    if one.reading.term is None or at in one.mentions:
        return
    ends: list[Scalar] = [period.first.isoformat(), period.last.isoformat()]
    if not is_dated:
        ends = [period.first.year, period.last.year]
    where = WhereSet(of="", property=one.by.property, test="ge", value=ends[0], until=ends[1])
    verb = verb_of_time(asked, one.reading, (before or [at])[0])
    read = dict.fromkeys([at, *before, *verb, *one.mentions])
    term = Term(where, (one.reading.term,))
    yield asked.of_term(one.reading, term, one.reading.type, list(read), one.gain)


def _word_of_time(asked: LinkedQuestion, reading: Reading, at: int) -> list[int]:
    """Return the mention of "in" or "after" right before a date."""
    word = [at - 1] if at and not reading.reads(at - 1) else []
    return [place for place in word if asked.operators_at(place) & {*TIMES}]


def _with_date(asked: LinkedQuestion, one: Measured, at: int, period: Period) -> Iterator[Reading]:
    if one.reading.term is None or at in one.mentions:
        return
    before = _word_of_time(asked, one.reading, at)
    tests = [TIMES[name] for place in before for name in asked.operators_at(place) if name in TIMES]
    for test in tests or ["eq"]:
        value = _value(period, test)
        if value:
            where = WhereSet(of="", property=one.by.property, test=_as_test(test), value=value)
            verb = verb_of_time(asked, one.reading, (before or [at])[0])
            read = dict.fromkeys([at, *before, *verb, *one.mentions])
            term = Term(where, (one.reading.term,))
            yield asked.of_term(one.reading, term, one.reading.type, list(read), one.gain)


def _as_test(test: Test) -> Test:
    return "contains" if test == "eq" else test


def _value(period: Period, test: Test) -> str:
    """Return a day, or the beginning of the dates of a month; empty for another period."""
    if test != "eq":
        return (period.last if test in _FROM_LAST_DAY else period.first).isoformat()
    if period.first == period.last:
        return period.first.isoformat()
    return period.first.strftime("%Y-%m") if period.is_month else ""
