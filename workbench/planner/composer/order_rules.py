"""Rules of comparisons: conditions with a number, superlatives, the most of something."""

from collections.abc import Iterator, Sequence

from workbench.domain.graph_query import MOST_IN_ORDER, By, Test, TopSet, WhereSet
from workbench.nlp.grammar import word_set
from workbench.nlp.operators import Degree, Operator, Quantity, unit_named
from workbench.nlp.period_ranges import opens_range
from workbench.nlp.query_words import plain
from workbench.planner.composer.compared_properties import (
    Measured,
    is_time_of_relation,
    loss_of_time,
    may_be_own_date,
    measured,
)
from workbench.planner.composer.count_rules import LIMITS, order_of
from workbench.planner.composer.linked_question import OTHER_TYPE, LinkedQuestion
from workbench.planner.composer.meanings import Measure, PropertyName, Relation
from workbench.planner.composer.place_rules import place_before
from workbench.planner.composer.readings import Reading, Term, last_edge
from workbench.planner.composer.times import TIMES
from workbench.planner.composer.year_rules import is_year
from workbench.retrieval.graph_query.graph_schema import PropertyOf, property_spec

_MOST_OR_LEAST: frozenset[Operator] = frozenset({"most", "least"})
"""Operators that say which come first in an order: "fewest first"."""


def ordered(asked: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
    """Yield the sets that a comparison makes of a reading."""
    for at in asked.free(reading):
        yield from _limited(asked, reading, at)
        yield from _ranged(asked, reading, at)
        yield from _valued(asked, reading, at)
        yield from _first(asked, reading, at)


def _limited(asked: LinkedQuestion, reading: Reading, at: int) -> Iterator[Reading]:
    """Yield conditions: «больше двух миллионов км²», "at least 3 owners"."""
    for number in asked.free(reading):
        if not 0 < number - at <= 2:
            continue
        for quantity in asked.meanings(number, Quantity):
            said, words = _dimension_after(asked, reading, number)
            for test, dimension in tests_of(asked, at):
                for one in measured(asked, reading, dimension or said, quantity.unit):
                    if is_time_of_relation(asked, one, test):
                        continue
                    loss = loss_of_time(asked, one, at) if dimension == "time" else 0.0
                    lost = one._replace(gain=one.gain - loss)
                    yield from _where(asked, lost, test, quantity, [at, number, *words])


def _ranged(asked: LinkedQuestion, reading: Reading, at: int) -> Iterator[Reading]:
    """Yield conditions of two numbers: "between 100 and 600 m", «от 100 до 600 м»."""
    last = at + 1
    if last >= asked.size or reading.reads(last) or not _opens_range(asked, at):
        return
    said, words = _dimension_after(asked, reading, last)
    for first in asked.meanings(at, Quantity):
        for quantity in asked.meanings(last, Quantity):
            for one in measured(asked, reading, said, quantity.unit):
                if is_time_of_relation(asked, one, "eq"):
                    continue
                for found in _where(asked, one, "ge", quantity, [at, last, *words]):
                    where = found.term.set if found.term else None
                    if isinstance(where, WhereSet) and found.term is not None:
                        ends = {"value": first.value, "until": where.value}
                        term = Term(where.model_copy(update=ends), found.term.inputs)
                        read = [at, last, *words, *one.mentions]
                        yield asked.of_term(one.reading, term, found.type, read, one.gain)


def _valued(asked: LinkedQuestion, reading: Reading, at: int) -> Iterator[Reading]:
    """Yield conditions of a property and its number: "the element with atomic number 92"."""
    number = at + 1
    if number >= asked.size or reading.reads(number):
        return
    for named in asked.meanings(at, PropertyName):
        kind = asked.schema.properties[PropertyOf(named.type, named.name)]
        for quantity in asked.meanings(number, Quantity) if kind == "number" else ():
            if named.type == reading.type:
                one = Measured(reading, By(property=named.name), [at], 0.0)
                yield from _where(asked, one, "eq", quantity, [number])


def _dimension_after(asked: LinkedQuestion, reading: Reading, at: int) -> tuple[str, list[int]]:
    """Return the dimension that stands behind a number, and its mention: "20 metres deep"."""
    after = at + 1
    is_beside = after < asked.size and asked.mentions[after].start == asked.mentions[at].end
    if not is_beside or reading.reads(after) or asked.superlatives[after]:
        return "", []
    named = [one.dimension for one in asked.meanings(after, Degree)]
    return (named[0], [after]) if named else ("", [])


def _opens_range(asked: LinkedQuestion, at: int) -> bool:
    """Whether a number and the next one are the ends of a range by the words around the first."""
    start, end = asked.mentions[at].start, asked.mentions[at].end
    between = asked.words[end : asked.mentions[at + 1].start]
    if not start or len(between) != 1:
        return False
    return opens_range(plain(asked.words[start - 1].text), plain(between[0].text))


def verb_of_time(asked: LinkedQuestion, reading: Reading, at: int) -> list[int]:
    """Return the verb of "painted in 1863", whose time is a property of what was painted.

    "Took place" is such a verb too. A relation whose edges have times of their own is none:
    "booked in 2025".
    """
    before = at - 1
    if not at or reading.reads(before):
        return []
    if "occurs" in asked.operators_at(before):
        return [before]
    dimensions = asked.schema.edge_dimensions
    dated = {one.edge for one, known in dimensions.items() if "time" in known}
    edges = {one.edge for one in asked.meanings(before, Relation)} - dated
    is_own = any(one.source == reading.type and one.edge in edges for one in asked.schema.steps)
    return [before] if is_own else []


def tests_of(asked: LinkedQuestion, at: int) -> Iterator[tuple[Test, str]]:
    """Yield the tests that a comparison may mean, each with its dimension, if it has one."""
    for degree in asked.meanings(at, Degree):
        for sign, dimension in directions_of(degree):
            yield ("gt" if sign > 0 else "lt"), dimension
    for option in asked.mentions[at].options:
        if isinstance(option.meaning, str) and option.meaning in LIMITS:
            yield LIMITS[option.meaning][1], ""
        if isinstance(option.meaning, str) and option.meaning in TIMES:
            yield TIMES[option.meaning], "time"


def _where(
    asked: LinkedQuestion, one: Measured, test: Test, quantity: Quantity, mentions: Sequence[int]
) -> Iterator[Reading]:
    reading = one.reading
    own_property = PropertyOf(reading.type, one.by.property)
    if own_property in asked.evaluator.dates and not is_year(quantity):
        return  # "at least 20 people" is not a limit of a date
    value, unit = quantity.value, ""
    if quantity.unit is not None and quantity.unit.dimension != "time":
        own = _unit_of(asked, one)
        given = unit_named(own)
        if given is not None and given.base == quantity.unit.base:
            value, unit = quantity.in_base / given.factor, own
        elif quantity.unit.factor == 1:
            unit = quantity.unit.base
        else:  # the values may be in any unit
            return
    where = WhereSet(of="", property=one.by.property, test=test, value=value, unit=unit)
    if asked.operators_at(mentions[0]) & {*TIMES}:
        mentions = [*mentions, *verb_of_time(asked, reading, mentions[0])]
    term = Term(where, (reading.term,) if reading.term else ())
    yield asked.of_term(reading, term, reading.type, [*mentions, *one.mentions], one.gain)


def _unit_of(asked: LinkedQuestion, one: Measured) -> str:
    """Return the unit of what is compared; empty if the schema has none."""
    content = asked.evaluator.content
    edge = content.spec.edge_types.get(last_edge(one.reading))
    spec = edge.properties.get(one.by.property) if edge else None
    spec = spec or property_spec(content, PropertyOf(one.reading.type, one.by.property))
    return spec.unit if spec else ""


def _first(asked: LinkedQuestion, reading: Reading, at: int) -> Iterator[Reading]:
    """Yield superlatives: «три самые большие», "the oldest"."""
    if reading.op == "top":
        return
    near = [one for one in asked.free(reading) if 0 < abs(one - at) <= 3]
    numbers = [one for one in near if asked.meanings(one, Quantity)][:1]
    limit = int(asked.meanings(numbers[0], Quantity)[0].value) if numbers else 1
    measures = [one for one in near if asked.meanings(one, Measure)]
    places, offset = place_before(asked, reading, at)
    for sign, dimension in _superlatives(asked, at):
        for one in measured(asked, reading, dimension):
            is_named = (dimension or one.mentions) and not may_be_own_date(asked, reading, one)
            is_named = is_named and not _is_of_a_life(asked, one, at)
            several = len(one.reading.nodes) > 1 and _is_measurable(asked, one)
            if at not in one.mentions and limit > 0 and several and is_named:
                kept = min(limit, MOST_IN_ORDER)
                order = order_of(sign)
                top = TopSet(of="", by=one.by, order=order, limit=kept, offset=offset)
                term = Term(top, (one.reading.term,) if one.reading.term else ())
                read = numbers if kept == limit else []  # else the number is reported as unread
                same = [o for o in measures if _measures(asked, o, dimension)]  # "by size"
                mentions = [at, *read, *places, *same, *one.mentions]
                said_of = asked.type_after(at)  # "the largest city"
                is_other = bool(said_of) and one.reading.type not in said_of
                gain = one.gain - OTHER_TYPE * is_other
                yield asked.of_term(one.reading, term, one.reading.type, mentions, gain)


def _is_of_a_life(asked: LinkedQuestion, one: Measured, at: int) -> bool:
    """Whether "first" would compare births or deaths that no word names: "first climbed by"."""
    own = PropertyOf(one.reading.type, one.by.property)
    known = asked.schema.dimensions.items()
    lives = any(of.type == own.type and "birth" in dimensions for of, dimensions in known)
    is_date = own in asked.evaluator.dates or "time" in asked.schema.dimensions.get(own, ())
    return lives and is_date and not one.mentions and "foremost" in asked.operators_at(at)


def _measures(asked: LinkedQuestion, at: int, dimension: str) -> bool:
    return any(dimension in one.dimensions for one in asked.meanings(at, Measure))


def _is_measurable(asked: LinkedQuestion, one: Measured) -> bool:
    """Whether a reading's nodes, or the edges that led to them, have numbers to compare."""
    if one.reading.term is None:
        return False
    top = TopSet(of="", by=one.by)
    return bool(asked.nodes(Term(top, (one.reading.term,))))


def directions_of(degree: Degree) -> Iterator[tuple[int, str]]:
    """Yield what a degree word compares: a later time of birth is a lesser age."""
    yield degree.sign, degree.dimension
    if degree.dimension == "time":
        yield -degree.sign, "age"


def _superlatives(asked: LinkedQuestion, at: int) -> Iterator[tuple[int, str]]:
    """Yield the sign and the dimension of a superlative: "largest"; "maximum" has no dimension."""
    if asked.superlatives[at] and not _ends_order(asked, at):
        for degree in asked.meanings(at, Degree):
            yield from directions_of(degree)
    if _is_latest(asked, at):
        yield 1, "time"
    if asked.type_after(at):  # "the most missions"
        return
    signs = {"most": 1, "least": -1}
    yield from ((signs[name], "") for name in asked.operators_at(at) if name in signs)


def _ends_order(asked: LinkedQuestion, at: int) -> bool:
    """Whether "first" ends the words of an order: "shortest first"."""
    is_after = at > 0 and (
        asked.meanings(at - 1, Degree) or asked.operators_at(at - 1) & _MOST_OR_LEAST
    )
    return bool(is_after) and "foremost" in asked.operators_at(at)


def _is_latest(asked: LinkedQuestion, at: int) -> bool:
    """Whether a question ends in "last" as in "opened last", and not "how long did it last"."""
    start, end = asked.mentions[at].start, asked.mentions[at].end
    if end < len(asked.words) or plain(asked.words[start].text) not in word_set("latest_adverbs"):
        return False
    return not any(plain(one.text) in word_set("degree_questions") for one in asked.words[:start])
