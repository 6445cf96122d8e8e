"""Rules of orders: "rank the clubs by members", "list the ferries from longest to shortest"."""

from collections.abc import Iterator, Sequence

from workbench.domain.graph_query import MOST_IN_ORDER, By, TopSet
from workbench.nlp.operators import GENERAL_DIMENSIONS, Degree
from workbench.planner.composer.compared_properties import Measured, may_be_own_date, measured
from workbench.planner.composer.count_rules import count_words, counted, order_of
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.meanings import PropertyName, TypeName
from workbench.planner.composer.readings import Reading, Term
from workbench.planner.composer.times import is_date
from workbench.retrieval.graph_query.graph_schema import PropertyOf


def ranked(asked: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
    """Yield a whole set in order."""
    for at in asked.free(reading):
        yield from _ranked(asked, reading, at)


def _ranked(asked: LinkedQuestion, reading: Reading, at: int) -> Iterator[Reading]:
    several = 1 < len(reading.nodes) <= MOST_IN_ORDER and reading.term is not None
    if not several or reading.op == "top":
        return
    for sign, dimension, words in _rankings(asked, reading, at):
        for one in measured(asked, reading, dimension):
            is_own = one.reading.type == reading.type and not {*words} & {*one.mentions}
            if is_own and _orders(asked, one, words) and not may_be_own_date(asked, reading, one):
                own = -1 if _has_no_sign(asked, words) and _is_time(asked, one) else sign
                yield _in_order(asked, one.reading, one.by, own, [*words, *one.mentions])
        for other in asked.free(reading) if not dimension else ():
            for by, edge in counted(asked, reading.type, other):
                beside = count_words(asked, reading, other)
                if not {other, *beside} & {*words}:
                    read = [*words, other, *beside]
                    yield _in_order(asked, reading, by, sign, read, edge)


def _in_order(
    asked: LinkedQuestion, reading: Reading, by: By, sign: int, read: Sequence[int], edge: str = ""
) -> Reading:
    top = TopSet(of="", by=by, order=order_of(sign), limit=MOST_IN_ORDER)
    assert reading.term is not None
    return asked.of_term(reading, Term(top, (reading.term,)), reading.type, read, 0.1, edge=edge)


def _rankings(
    asked: LinkedQuestion, reading: Reading, at: int
) -> Iterator[tuple[int, str, tuple[int, ...]]]:
    """Yield the sign and the dimension of an order, with the words for it."""
    free = asked.free(reading)
    words = [one for one in asked.operators("rank", "ascending", "descending") if one in free]
    ends = [(sign, read) for sign, read in _first_ones(asked) if {*read} <= {*free}]
    if words[:1] == [at] and _is_ranked(asked, reading, at):
        is_rising = any("ascending" in asked.operators_at(one) for one in words)
        ends = ends or [(-1 if is_rising else 1, ())]
        for sign, read in ends:
            yield sign, "", (*words, *read)
    if at + 1 in free:
        for first in asked.meanings(at, Degree):
            for last in asked.meanings(at + 1, Degree):
                if (first.sign, first.dimension) == (-last.sign, last.dimension):
                    ranks = [one for one in asked.operators("rank") if one in free]
                    yield first.sign, first.dimension, (at, at + 1, *ranks)


def _is_ranked(asked: LinkedQuestion, reading: Reading, rank: int) -> bool:
    """Whether the nodes are of the type that stands first after "rank", if one does."""
    types = (asked.meanings(at, TypeName) for at in range(rank + 1, asked.size))
    named = next(filter(None, types), [])
    is_rank = "rank" in asked.operators_at(rank)
    return not is_rank or not named or reading.type in {one.type for one in named}


def _first_ones(asked: LinkedQuestion) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the sign of an order, with its words: "shortest first", «сначала маленькие»."""
    for first in asked.operators("foremost"):
        beside = [at for at in (first - 1, first + 1) if 0 <= at < asked.size]
        for at in beside:
            for degree in asked.meanings(at, Degree):
                yield degree.sign, (at, first)
            for name, sign in (("most", 1), ("least", -1)):
                if name in asked.operators_at(at):
                    yield sign, (at, first)


def _orders(asked: LinkedQuestion, one: Measured, words: Sequence[int]) -> bool:
    """Whether the degree words of an order are of what it is by: "by length, shortest first"."""
    property_of = PropertyOf(one.reading.type, one.by.property)
    known = {*GENERAL_DIMENSIONS, *asked.schema.dimensions.get(property_of, ())}
    known |= {"time"} if property_of in asked.evaluator.dates else set()
    degrees = [asked.meanings(at, Degree) for at in words if not asked.operators_at(at)]
    return all(not said or any(degree.dimension in known for degree in said) for said in degrees)


def _has_no_sign(asked: LinkedQuestion, words: Sequence[int]) -> bool:
    """Whether an order is asked for, and not which end comes first: "sort by date"."""
    signs = {"ascending", "descending", "most", "least", "foremost"}
    return not any(asked.operators_at(at) & signs or asked.meanings(at, Degree) for at in words)


def _is_time(asked: LinkedQuestion, one: Measured) -> bool:
    """Whether nodes are ordered by a time, of which the earliest comes first."""
    return is_date(asked, PropertyName(one.reading.type, one.by.property))
