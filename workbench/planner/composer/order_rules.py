"""Rules of comparisons: conditions with a number, superlatives, the most of something."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from workbench.domain.graph_query import (
    MOST_IN_ORDER,
    AllSet,
    By,
    LinkedSet,
    Order,
    Test,
    TopSet,
    WhereSet,
)
from workbench.nlp.operators import Degree, Operator, Quantity, Unit, unit_named
from workbench.nlp.period_ranges import opens_range
from workbench.nlp.query_words import plain
from workbench.planner.composer.meanings import (
    EdgePropertyName,
    Measure,
    Named,
    PropertyName,
    Relation,
    TypeName,
)
from workbench.planner.composer.measure_rules import properties_measured
from workbench.planner.composer.readings import Asked, Reading, Term, last_edge
from workbench.planner.composer.set_rules import FROM_ALL, coerced
from workbench.planner.composer.times import TIMES
from workbench.retrieval.graph_query.graph_schema import PropertyOf, property_spec

LIMITS: dict[Operator, tuple[int, Test]] = {
    "greater": (1, "gt"),
    "at_least": (1, "ge"),
    "less": (-1, "lt"),
    "at_most": (-1, "le"),
}
"""Operators of conditions with a number: their sign, and their test."""
_ENDS: frozenset[Operator] = frozenset({"most", "least"})
"""Operators that say which come first in an order: "fewest first"."""
UNNAMED_LINKS = 0.25
"""Loss for counting edges of a relation that no word names: "museums with 2 paintings"."""
OF_UNNAMED_EDGE = 0.2
"""Loss for a property of edges whose relation no word names."""
_YEARS = range(1000, 2101)
MOST_MEASURES = 2
"""Properties of a dimension that a comparison without a named one may mean."""


class Measured(NamedTuple):
    """A reading with what it is compared by, and the mentions that name this."""

    reading: Reading
    by: By
    mentions: list[int]
    gain: float


def measured(
    asked: Asked, reading: Reading, dimension: str, unit: Unit | None = None
) -> Iterator[Measured]:
    """Yield what a comparison may mean: a named property, or one of the word's dimension.

    ``unit`` is that of the number compared with: "over 2000 m" may mean a height.
    """
    for at in asked.free(reading):
        read = [at - 1, at] if at and "each" in asked.operators_at(at - 1) else [at]  # "by area"
        for named in asked.meanings(at, PropertyName):
            for one in coerced(asked, reading, named.type):
                yield Measured(one, By(property=named.name), read, 0.0)
        for verb in asked.meanings(at, Measure):
            for name in properties_measured(asked, reading.type, verb):
                yield Measured(reading, By(property=name), [at], -0.1)
        for own in asked.meanings(at, EdgePropertyName):
            if own.edge == last_edge(reading):
                yield Measured(reading, By(property=own.name), [at], _of_all_edges(reading))
            else:
                for led in led_by(asked, reading, own.edge):
                    yield Measured(led, By(property=own.name), [at], 0.0)
    of_unit = unit.dimension if unit else ""
    if dimension or of_unit:
        yield from _of_words(asked, reading, dimension, of_unit)


def _of_all_edges(reading: Reading) -> float:
    """Return the loss of following a relation from all nodes, which a condition takes back."""
    start = reading.term.inputs[0] if reading.term else None
    return FROM_ALL if start is not None and start.set.op == "all" else 0.0


def led_by(asked: Asked, reading: Reading, edge: str) -> Iterator[Reading]:
    """Yield the nodes at the ends of an edge that no word names.

    They are all of the type that is asked for, "productions premiered in May 2024", or those at the
    other ends of the nodes that it names: "who paid the most for X".
    """
    for step in asked.schema.steps:
        if step.edge != edge or reading.term is None:
            continue
        is_asked_for = bool(reading.mask) or reading.type in asked.persons
        if reading.op == "all" and step.target == reading.type and is_asked_for:
            start = Term(AllSet(type=step.source))
        elif reading.op == "nodes" and step.source == reading.type:
            start = reading.term
        else:
            continue
        term = asked.followed(start, step)
        yield asked.of_term(reading, term, step.target, [], -OF_UNNAMED_EDGE, edge=edge)


def _of_words(asked: Asked, reading: Reading, dimension: str, of_unit: str) -> Iterator[Measured]:
    """Yield the properties that a comparison may mean by its words alone: "before 1900"."""
    for known, dimensions in asked.schema.edge_dimensions.items():
        if known.edge == last_edge(reading) and dimensions & {of_unit or dimension}:
            yield Measured(reading, By(property=known.name), [], _of_all_edges(reading) - 0.05)
    for found, kind, place in _of_dimension(asked, dimension, of_unit):
        if place < MOST_MEASURES:
            for same in coerced(asked, reading, found.type):
                loss = 0.1 + 0.15 * (kind == "text")
                yield Measured(same, By(property=found.name), [], -loss)


def _of_dimension(
    asked: Asked, dimension: str, of_unit: str
) -> Iterator[tuple[PropertyOf, str, int]]:
    """Yield the properties of a dimension, with their kind and their place within their type.

    With a unit they are of its dimension; those that the word names come before the others of
    their type: "longer than 200 m" is a length where there is one, and no depth.
    """
    schema = asked.schema
    known = {one: kind for one, kind in schema.properties.items() if kind != "boolean"}
    named = {one for one in known if _measures(asked, one, dimension)}
    fitting = [
        one
        for one in known
        if (one in named if not of_unit else of_unit in schema.dimensions[one])
        or (of_unit and of_unit == schema.unit_dimensions.get(one))
    ]
    named &= {*fitting}
    types = {one.type for one in named}
    places: dict[str, int] = {}
    for one in fitting:
        if one in named or one.type not in types:
            yield one, known[one], places.get(one.type, 0)
            places[one.type] = places.get(one.type, 0) + 1


def _measures(asked: Asked, one: PropertyOf, dimension: str) -> bool:
    """Whether a property is of a dimension by its name, or a time by its values: "held on"."""
    is_date = dimension == "time" and one in asked.evaluator.dates
    return is_date or dimension in asked.schema.dimensions[one]


def ordered(asked: Asked, reading: Reading) -> Iterator[Reading]:
    """Yield the sets that a comparison makes of a reading."""
    for at in asked.free(reading):
        yield from _limited(asked, reading, at)
        yield from _ranged(asked, reading, at)
        yield from _limited_links(asked, reading, at)
        yield from _first(asked, reading, at)
        yield from _most_linked(asked, reading, at)


def _limited(asked: Asked, reading: Reading, at: int) -> Iterator[Reading]:
    """Yield conditions: «больше двух миллионов км²», "at least 3 owners"."""
    for number in asked.free(reading):
        if not 0 < number - at <= 2:
            continue
        for quantity in asked.meanings(number, Quantity):
            for test, dimension in tests_of(asked, at):
                for one in measured(asked, reading, dimension, quantity.unit):
                    yield from _where(asked, one, test, quantity, [at, number])


def _ranged(asked: Asked, reading: Reading, at: int) -> Iterator[Reading]:
    """Yield conditions of two numbers: "between 100 and 600 m", «от 100 до 600 м»."""
    last = at + 1
    if last >= asked.size or reading.reads(last) or not _opens_range(asked, at):
        return
    for first in asked.meanings(at, Quantity):
        for quantity in asked.meanings(last, Quantity):
            for one in measured(asked, reading, "", quantity.unit):
                for found in _where(asked, one, "ge", quantity, [at, last]):
                    where = found.term.set if found.term else None
                    if isinstance(where, WhereSet) and found.term is not None:
                        ends = {"value": first.value, "until": where.value}
                        term = Term(where.model_copy(update=ends), found.term.inputs)
                        yield asked.of_term(
                            one.reading, term, found.type, [at, last, *one.mentions], one.gain
                        )


def _opens_range(asked: Asked, at: int) -> bool:
    """Whether a number and the next one are the ends of a range by the words around the first."""
    start, end = asked.mentions[at].start, asked.mentions[at].end
    between = asked.words[end : asked.mentions[at + 1].start]
    if not start or len(between) != 1:
        return False
    return opens_range(plain(asked.words[start - 1].text), plain(between[0].text))


def _limited_links(asked: Asked, reading: Reading, at: int) -> Iterator[Reading]:
    """Yield conditions on a number of edges: "hold more than 2 paintings"."""
    if reading.term is None or reading.op == "nodes":
        return
    for number in asked.free(reading):
        if not 0 < number - at <= 2:
            continue
        for quantity in asked.meanings(number, Quantity):
            for test in _count_tests(asked, at) if quantity.value.is_integer() else ():
                yield from _with_links(asked, reading, test, int(quantity.value), [at, number])


def _count_tests(asked: Asked, at: int) -> Iterator[Test]:
    yield from (LIMITS[name][1] for name in asked.operators_at(at) if name in LIMITS)


def _with_links(
    asked: Asked, reading: Reading, test: Test, number: int, mentions: Sequence[int]
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


def verb_of_time(asked: Asked, reading: Reading, at: int) -> list[int]:
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


def tests_of(asked: Asked, at: int) -> Iterator[tuple[Test, str]]:
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
    asked: Asked, one: Measured, test: Test, quantity: Quantity, mentions: Sequence[int]
) -> Iterator[Reading]:
    reading = one.reading
    own_property = PropertyOf(reading.type, one.by.property)
    if own_property in asked.evaluator.dates and not _is_year(quantity):
        return  # "at least 20 people" is no limit of a date
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


def _is_year(quantity: Quantity) -> bool:
    is_of_time = quantity.unit is None or quantity.unit.dimension == "time"
    return is_of_time and quantity.value.is_integer() and quantity.value in _YEARS


def _unit_of(asked: Asked, one: Measured) -> str:
    """Return the unit of what is compared; empty if the schema has none."""
    content = asked.evaluator.content
    edge = content.spec.edge_types.get(last_edge(one.reading))
    spec = edge.properties.get(one.by.property) if edge else None
    spec = spec or property_spec(content, PropertyOf(one.reading.type, one.by.property))
    return spec.unit if spec else ""


def _first(asked: Asked, reading: Reading, at: int) -> Iterator[Reading]:
    """Yield superlatives: «три самые большие», "the oldest"."""
    if reading.op == "top":
        return
    near = [one for one in asked.free(reading) if 0 < abs(one - at) <= 3]
    numbers = [one for one in near if asked.meanings(one, Quantity)][:1]
    limit = int(asked.meanings(numbers[0], Quantity)[0].value) if numbers else 1
    for sign, dimension in _superlatives(asked, at):
        for one in measured(asked, reading, dimension):
            is_named = dimension or one.mentions
            several = len(one.reading.nodes) > 1 and _is_measurable(asked, one)
            if at not in one.mentions and limit > 0 and several and is_named:
                kept = min(limit, MOST_IN_ORDER)
                top = TopSet(of="", by=one.by, order=order_of(sign), limit=kept)
                term = Term(top, (one.reading.term,) if one.reading.term else ())
                read = numbers if kept == limit else []  # else the number is reported as unread
                mentions = [at, *read, *one.mentions]
                yield asked.of_term(one.reading, term, one.reading.type, mentions, one.gain)


def _is_measurable(asked: Asked, one: Measured) -> bool:
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


def _superlatives(asked: Asked, at: int) -> Iterator[tuple[int, str]]:
    """Yield the sign and the dimension of a superlative: "largest"; "maximum" has no dimension."""
    if asked.superlatives[at] and not _ends_order(asked, at):
        for degree in asked.meanings(at, Degree):
            yield from directions_of(degree)
    signs = {"most": 1, "least": -1}
    yield from ((signs[name], "") for name in asked.operators_at(at) if name in signs)


def _ends_order(asked: Asked, at: int) -> bool:
    """Whether "first" ends the words of an order: "shortest first"."""
    is_after = at > 0 and (asked.meanings(at - 1, Degree) or asked.operators_at(at - 1) & _ENDS)
    return bool(is_after) and "foremost" in asked.operators_at(at)


def _most_linked(asked: Asked, reading: Reading, at: int) -> Iterator[Reading]:
    """Yield those with the most of something: "has the most neighbours"."""
    said = {option.meaning for option in asked.mentions[at].options}
    signs = [sign for name, sign in (("most", 1), ("least", -1)) if name in said]
    if not signs or len(reading.nodes) < 2 or reading.term is None:
        return
    if at + 1 < asked.size and asked.meanings(at + 1, Named):  # "contains the most beef"
        return
    if reading.type in asked.counted_types(at):
        return
    for other in asked.free(reading):
        for by, edge in counted(asked, reading.type, other):
            top = TopSet(of="", by=by, order=order_of(signs[0]))
            loss = 0.05 * max(0, abs(other - at) - 1)
            term = Term(top, (reading.term,))
            yield asked.of_term(reading, term, reading.type, [at, other], -loss, edge=edge)


def counted(asked: Asked, node_type: str, at: int) -> Iterator[tuple[By, str]]:
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
