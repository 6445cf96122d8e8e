"""Rules of comparisons: conditions with a number, superlatives, the most of something."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from workbench.domain.graph_query import By, Order, Test, TopSet, WhereSet
from workbench.nlp.operators import Degree, Operator, Quantity
from workbench.planner.composer.meanings import PropertyName, Relation, TypeName
from workbench.planner.composer.readings import Asked, Reading, Term
from workbench.planner.composer.set_rules import coerced
from workbench.retrieval.graph_query.graph_schema import PropertyOf

LIMITS: dict[Operator, tuple[int, Test, Test]] = {
    "greater": (1, "gt", "ge"),
    "at_least": (1, "ge", "ge"),
    "less": (-1, "lt", "le"),
    "at_most": (-1, "le", "le"),
}
"""Operators of conditions with a number: their sign, and their tests."""
MOST_NODES = 100
"""Nodes that a superlative may ask for: the limit of TopSet."""
MOST_MEASURES = 2
"""Properties of a dimension that a comparison without a named one may mean."""


class Measured(NamedTuple):
    """A reading with what it is compared by, and the mentions that name this."""

    reading: Reading
    by: By
    mentions: list[int]
    gain: float


def measured(asked: Asked, reading: Reading, dimension: str) -> Iterator[Measured]:
    """Yield what a comparison may mean: a named property, or one of the word's dimension."""
    for at in asked.free(reading):
        for named in asked.meanings(at, PropertyName):
            for one in coerced(asked, reading, named.type):
                yield Measured(one, By(property=named.name), [at], 0.0)
    for found, kind, place in _of_dimension(asked, dimension):
        if place < MOST_MEASURES:
            for same in coerced(asked, reading, found.type):
                loss = 0.1 + 0.15 * (kind == "text")
                yield Measured(same, By(property=found.name), [], -loss)


def _of_dimension(asked: Asked, dimension: str) -> Iterator[tuple[PropertyOf, str, int]]:
    """Yield the properties of a dimension, with their kind and their place within their type."""
    places: dict[str, int] = {}
    for one, kind in asked.schema.properties.items():
        if kind != "boolean" and dimension in asked.schema.dimensions[one]:
            yield one, kind, places.get(one.type, 0)
            places[one.type] = places.get(one.type, 0) + 1


def ordered(asked: Asked, reading: Reading) -> Iterator[Reading]:
    """Yield the sets that a comparison makes of a reading."""
    for at in asked.free(reading):
        yield from _limited(asked, reading, at)
        yield from _first(asked, reading, at)
        yield from _most_linked(asked, reading, at)


def _limited(asked: Asked, reading: Reading, at: int) -> Iterator[Reading]:
    """Yield conditions: «больше двух миллионов км²», "at least 3 owners"."""
    for number in asked.free(reading):
        if not 0 < number - at <= 2:
            continue
        for quantity in asked.meanings(number, Quantity):
            for test, dimension in _tests(asked, at):
                unit = quantity.unit
                wanted = unit.dimension if unit and unit.dimension else dimension
                for one in measured(asked, reading, wanted):
                    yield _where(asked, one, test, quantity, [at, number])


def _tests(asked: Asked, at: int) -> Iterator[tuple[Test, str]]:
    for degree in asked.meanings(at, Degree):
        yield ("gt" if degree.sign > 0 else "lt"), degree.dimension
    for option in asked.mentions[at].options:
        if isinstance(option.meaning, str) and option.meaning in LIMITS:
            yield LIMITS[option.meaning][1], ""


def _where(
    asked: Asked, one: Measured, test: Test, quantity: Quantity, mentions: Sequence[int]
) -> Reading:
    reading = one.reading
    unit = quantity.unit.base if quantity.unit else ""
    where = WhereSet(of="", property=one.by.property, test=test, value=quantity.in_base, unit=unit)
    term = Term(where, (reading.term,) if reading.term else ())
    return asked.set(reading, term, reading.type, [*mentions, *one.mentions], one.gain)


def _first(asked: Asked, reading: Reading, at: int) -> Iterator[Reading]:
    """Yield superlatives: «три самые большие», "the oldest"."""
    if not asked.superlatives[at] or len(reading.nodes) < 2 or reading.op == "top":
        return
    near = [one for one in asked.free(reading) if 0 < abs(one - at) <= 3]
    numbers = [one for one in near if asked.meanings(one, Quantity)][:1]
    limit = int(asked.meanings(numbers[0], Quantity)[0].value) if numbers else 1
    for degree in asked.meanings(at, Degree):
        for one in measured(asked, reading, degree.dimension):
            if at not in one.mentions and limit > 0 and one.reading.term is not None:
                kept = min(limit, MOST_NODES)
                top = TopSet(of="", by=one.by, order=order_of(degree.sign), limit=kept)
                term = Term(top, (one.reading.term,))
                read = numbers if kept == limit else []  # else the number is reported as unread
                mentions = [at, *read, *one.mentions]
                yield asked.set(one.reading, term, one.reading.type, mentions, one.gain)


def _most_linked(asked: Asked, reading: Reading, at: int) -> Iterator[Reading]:
    """Yield those with the most of something: "has the most neighbours"."""
    said = {option.meaning for option in asked.mentions[at].options}
    signs = [sign for name, sign in (("most", 1), ("least", -1)) if name in said]
    if not signs or len(reading.nodes) < 2 or reading.term is None:
        return
    for other in asked.free(reading):
        for by, edge in counted(asked, reading.type, other):
            top = TopSet(of="", by=by, order=order_of(signs[0]))
            loss = 0.05 * max(0, abs(other - at) - 1)
            term = Term(top, (reading.term,))
            yield asked.set(reading, term, reading.type, [at, other], -loss, edge=edge)


def counted(asked: Asked, node_type: str, at: int) -> Iterator[tuple[By, str]]:
    """Yield the numbers of edges that a mention may name: those of a relation, or to a type."""
    edges = {one.edge for one in asked.meanings(at, Relation)}
    types = {one.type for one in asked.meanings(at, TypeName)}
    for step in asked.schema.steps:
        if step.source == node_type and (step.edge in edges or step.target in types):
            yield By(edge=step.edge, direction=step.direction), step.edge


def order_of(sign: int) -> Order:
    """Return the order that has the most, or the least, first."""
    return "desc" if sign > 0 else "asc"
