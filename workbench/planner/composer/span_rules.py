"""Rules of the time of a relation that lasts: "commanded in 2005", "commands now", "after 2005"."""

from collections.abc import Iterator
from datetime import timedelta
from typing import NamedTuple

from workbench.domain.graph_query import By, FollowSet, LinkedSet, TopSet, WhereSet
from workbench.nlp.operators import Quantity
from workbench.nlp.periods import Period
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.meanings import Relation
from workbench.planner.composer.readings import Reading, Term, replaced
from workbench.planner.composer.times import TIMES
from workbench.planner.composer.year_rules import is_year


class _Time(NamedTuple):
    """A time with its mentions."""

    at: int | str
    until: int | str | None
    mentions: list[int]


def lasting(asked: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
    """Yield the reading with edges that lasted at a time in place of all edges."""
    term = reading.term
    led = _led_by(term) if term is not None else None
    if term is None or led is None:
        return
    edges = led.set.by if isinstance(led.set, TopSet) else led.set
    if not isinstance(edges, FollowSet | LinkedSet | By) or edges.at is not None:
        return
    if edges.edge not in asked.schema.edge_spans:
        return
    for time in _times(asked, reading):
        if _applies_to(asked, time.mentions[0], reading, edges.edge):
            at_time = {"at": time.at, "until": time.until}
            is_counted = isinstance(edges, By)
            update = {"by": edges.model_copy(update=at_time)} if is_counted else at_time
            made = led.set.model_copy(update=update)
            lasted = replaced(term, led, Term(made, led.inputs))
            yield asked.of_term(reading, lasted, reading.type, time.mentions, may_be_empty=True)


def _led_by(term: Term) -> Term:
    """Return the term of the edges that led to nodes, also to those with a role on them.

    "The music director of X in 2005" is said of one edge. Those that are counted are their own:
    "the most boats in 2005".
    """
    return _led_by(term.inputs[0]) if isinstance(term.set, WhereSet) else term


def _times(asked: LinkedQuestion, reading: Reading) -> Iterator[_Time]:
    """Yield the times that a reading has not read: "in 2005", "from 2003 to 2007", "now".

    "After 2005" is any time from the next year to today.
    """
    for at in asked.free(reading):
        before = [at - 1] if at and not reading.reads(at - 1) else []
        words = [place for place in before if asked.operators_at(place) & {*TIMES}]
        is_within = all("during" in asked.operators_at(place) for place in words)
        if "now" in asked.operators_at(at):
            yield _Time(asked.today.isoformat(), None, [at])
        if any("after" in asked.operators_at(place) for place in words):
            yield from _later(asked, [*words, at])
        for period in asked.meanings(at, Period) if is_within else ():
            yield _of_period(period, [*words, at])
        for quantity in (
            filter(is_year, asked.meanings(at, Quantity)) if words and is_within else ()
        ):
            yield _Time(int(quantity.value), None, [*words, at])


def _later(asked: LinkedQuestion, mentions: list[int]) -> Iterator[_Time]:
    """Yield the time from the end of a year, a month or a day to today."""
    at, today = mentions[-1], asked.today
    for quantity in filter(is_year, asked.meanings(at, Quantity)):
        if quantity.value < today.year:
            yield _Time(int(quantity.value) + 1, today.isoformat(), mentions)
    for period in asked.meanings(at, Period):
        if period.last < today:
            first = period.last + timedelta(days=1)
            yield _Time(first.isoformat(), today.isoformat(), mentions)


def _of_period(period: Period, mentions: list[int]) -> _Time:
    first, last = period.first.isoformat(), period.last.isoformat()
    if period.is_of_years:
        return _Time(period.first.year, period.last.year, mentions)
    if period.is_month:
        return _Time(first[: len("2005-03")], None, mentions)
    return _Time(first, None if first == last else last, mentions)


def _applies_to(asked: LinkedQuestion, at: int, reading: Reading, edge: str) -> bool:
    """Return True if a time belongs to a relation: the last one named before it, or else after it.

    Where no word names a relation it is that which led to the things that are asked for, as in
    "the captain of the Aurora in 2005".
    """
    named = [
        place
        for place in range(asked.size)
        if asked.meanings(place, Relation) and not asked.named_types(place)
    ]
    nearest = [place for place in named if place < at][-1:] or named[:1]
    if not nearest:
        return reading.type in asked.wanted | asked.persons | _types_named(asked)
    return any(one.edge == edge for one in asked.meanings(nearest[0], Relation))


def _types_named(asked: LinkedQuestion) -> frozenset[str]:
    return frozenset(name for at in range(asked.size) for name in asked.named_types(at))
