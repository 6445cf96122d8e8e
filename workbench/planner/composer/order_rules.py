"""Rules of comparisons: conditions with a number, superlatives, the most of something."""

from collections.abc import Iterator, Sequence

from workbench.domain.graph_query import MOST_IN_ORDER, By, LinkedSet, Order, Test, TopSet, WhereSet
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
from workbench.planner.composer.linked_question import OTHER_TYPE, LinkedQuestion
from workbench.planner.composer.meanings import Measure, Named, PropertyName, Relation, TypeName
from workbench.planner.composer.place_rules import place_before
from workbench.planner.composer.readings import Reading, Term, last_edge
from workbench.planner.composer.relation_ends import End, end_of_asked
from workbench.planner.composer.times import TIMES
from workbench.planner.composer.year_rules import is_year
from workbench.retrieval.graph_query.graph_schema import PropertyOf, property_spec

LIMITS: dict[Operator, tuple[int, Test]] = {
    "greater": (1, "gt"),
    "at_least": (1, "ge"),
    "less": (-1, "lt"),
    "at_most": (-1, "le"),
    "exactly": (0, "eq"),
}
"""Operators of conditions with a number: their sign, 0 for neither, and their test."""
COUNTED_BEFORE = 0.5
"""Loss for counting all nodes of a type of which a condition chose some: "missions to the Moon"."""
_MOST_OR_LEAST: frozenset[Operator] = frozenset({"most", "least"})
"""Operators that state which end of an order comes first: "fewest first"."""
_END_OF_STEP: dict[str, End] = {"out": "source", "in": "target"}
"""At which end of the edges are the nodes that they are counted of."""
UNNAMED_LINKS = 0.25
"""Loss for counting edges of a relation that no word names: "museums with 2 paintings"."""


def ordered(asked: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
    """Yield the sets that a comparison makes of a reading."""
    for at in asked.free(reading):
        yield from _limited(asked, reading, at)
        yield from _ranged(asked, reading, at)
        yield from _valued(asked, reading, at)
        yield from _limited_links(asked, reading, at)
        yield from _first(asked, reading, at)
        yield from _most_linked(asked, reading, at)


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


def _limited_links(asked: LinkedQuestion, reading: Reading, at: int) -> Iterator[Reading]:
    """Yield conditions on a number of edges: "hold more than 2 paintings"."""
    if reading.term is None or reading.op == "nodes":
        return
    for number in asked.free(reading):
        if not 0 < number - at <= 2:
            continue
        for quantity in asked.meanings(number, Quantity):
            for test in _count_tests(asked, at) if quantity.value.is_integer() else ():
                yield from _with_links(asked, reading, test, int(quantity.value), [at, number])


def _count_tests(asked: LinkedQuestion, at: int) -> Iterator[Test]:
    yield from (LIMITS[name][1] for name in asked.operators_at(at) if name in LIMITS)


def _with_links(
    asked: LinkedQuestion, reading: Reading, test: Test, number: int, mentions: Sequence[int]
) -> Iterator[Reading]:
    assert reading.term is not None
    noun = mentions[-1] + 1  # what there are so many of: "more than 2 paintings"
    types = {one.type for one in asked.meanings(noun, TypeName)} if noun < asked.size else set()
    if types and reading.reads(noun):
        return
    for other in asked.free(reading):
        if other in mentions or not (types or other == noun):
            continue
        for by, edge in counted(asked, reading.type, other):
            if types and not types & {*asked.schema.targets(edge, by.direction, reading.type)}:
                continue
            if reading.type in types and not asked.meanings(other, Relation):
                continue
            linked = LinkedSet(
                op="has",
                of="",
                edge=edge,
                direction=by.direction,
                to=by.to,
                test=test,
                number=number,
            )
            loss = 0.05 * max(0, abs(other - mentions[-1]) - 1)
            loss += UNNAMED_LINKS * bool(asked.meanings(other, TypeName))
            ends = asked.schema.targets(edge, by.direction, reading.type)
            read = [*mentions, other]
            term = Term(linked, (reading.term,))
            yield asked.of_term(reading, term, reading.type, read, -loss, edge=edge, types=ends)


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


def _most_linked(asked: LinkedQuestion, reading: Reading, at: int) -> Iterator[Reading]:
    """Yield those with the most of something: "has the most neighbours"."""
    said = {option.meaning for option in asked.mentions[at].options}
    signs = [sign for name, sign in (("most", 1), ("least", -1)) if name in said]
    if not signs or len(reading.nodes) < 2 or reading.term is None:
        return
    if at + 1 < asked.size and asked.meanings(at + 1, Named):  # "contains the most beef"
        return
    own = [at + 1] if reading.type in asked.type_after(at) else []  # "coaches the most players"
    number = at + 1 if at + 1 in asked.free(reading) and asked.meanings(at + 1, Quantity) else 0
    limit = int(asked.meanings(number, Quantity)[0].value) if number else 1  # "top 3"
    places, offset = place_before(asked, reading, at)
    for other in asked.free(reading):
        number_words = count_words(asked, reading, other)  # "top suppliers by number of parts"
        is_own = bool(own) and not number_words
        if is_own and (other in own or not asked.meanings(other, Relation)):
            continue
        for by, edge in counted(asked, reading.type, other) if 0 < limit <= MOST_IN_ORDER else ():
            if is_own and not _counts_own_type(asked, reading, by, other):
                continue
            order = order_of(signs[0])
            top = TopSet(of="", by=by, order=order, limit=limit, offset=offset)
            loss = 0.0 if number_words else 0.05 * max(0, abs(other - at) - 1)
            loss += COUNTED_BEFORE * bool(reading.types & asked.named_types(other))
            term = Term(top, (reading.term,))
            read = [at, *([number] if number else ()), *places, other, *own, *number_words]
            yield asked.of_term(reading, term, reading.type, read, -loss, edge=edge)


def count_words(asked: LinkedQuestion, reading: Reading, counted_at: int) -> list[int]:
    """Return the words for a number before what is counted: "by number of"."""
    found: list[int] = []
    for at in (counted_at - 1, counted_at - 2):
        is_counting = at >= 0 and asked.operators_at(at) & {"each", "count"}
        if not is_counting or reading.reads(at):
            break
        found.append(at)
    return found


def _counts_own_type(asked: LinkedQuestion, reading: Reading, by: By, at: int) -> bool:
    """Whether edges to nodes of a reading's own type are counted at the end that is asked for."""
    if reading.type not in asked.schema.targets(by.edge, by.direction, reading.type):
        return False
    end = end_of_asked(asked.words, asked.mentions[at])
    return by.direction == "both" or end is None or end == _END_OF_STEP[by.direction]


def counted(asked: LinkedQuestion, node_type: str, at: int) -> Iterator[tuple[By, str]]:
    """Yield the numbers of edges that a mention may name: those of a relation, or to a type."""
    types = {one.type for one in asked.meanings(at, TypeName)}
    # "Dishes" may stand for "cooks", where dishes are cooked; it counts dishes, never cooks.
    edges = {one.edge for one in asked.meanings(at, Relation)} if not types else set()
    for step in asked.schema.steps:
        if step.source == node_type and (step.edge in edges or step.target in types):
            several = len(asked.schema.targets(step.edge, step.direction, node_type)) > 1
            to = step.target if several and step.target in types else ""
            yield By(edge=step.edge, direction=step.direction, to=to), step.edge


def order_of(sign: int) -> Order:
    """Return the order that has the most, or the least, first."""
    return "desc" if sign > 0 else "asc"
