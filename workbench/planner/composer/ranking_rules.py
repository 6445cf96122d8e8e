"""Rules of orders: "rank the clubs by members", "list the ferries from longest to shortest"."""

from collections.abc import Iterator, Sequence

from workbench.domain.graph_query import MOST_IN_ORDER, By, TopSet
from workbench.nlp.operators import Degree
from workbench.planner.composer.order_rules import counted, measured, order_of
from workbench.planner.composer.readings import Asked, Reading, Term


def ranked(asked: Asked, reading: Reading) -> Iterator[Reading]:
    """Yield a whole set in order."""
    for at in asked.free(reading):
        yield from _ranked(asked, reading, at)


def _ranked(asked: Asked, reading: Reading, at: int) -> Iterator[Reading]:
    several = 1 < len(reading.nodes) <= MOST_IN_ORDER and reading.term is not None
    if not several or reading.op == "top":
        return
    for sign, dimension, words in _rankings(asked, reading, at):
        for one in measured(asked, reading, dimension):
            if one.reading.type == reading.type and not {*words} & {*one.mentions}:
                yield _in_order(asked, one.reading, one.by, sign, [*words, *one.mentions])
        for other in asked.free(reading) if not dimension else ():
            for by, edge in counted(asked, reading.type, other):
                beside = _count_words(asked, reading, other)
                if not {other, *beside} & {*words}:
                    read = [*words, other, *beside]
                    yield _in_order(asked, reading, by, sign, read, edge)


def _in_order(
    asked: Asked, reading: Reading, by: By, sign: int, read: Sequence[int], edge: str = ""
) -> Reading:
    top = TopSet(of="", by=by, order=order_of(sign), limit=MOST_IN_ORDER)
    assert reading.term is not None
    return asked.of_term(reading, Term(top, (reading.term,)), reading.type, read, 0.1, edge=edge)


def _rankings(
    asked: Asked, reading: Reading, at: int
) -> Iterator[tuple[int, str, tuple[int, ...]]]:
    """Yield the sign and the dimension of an order, with the words for it."""
    free = asked.free(reading)
    words = [one for one in asked.operators("rank", "ascending", "descending") if one in free]
    if words[:1] == [at]:
        is_rising = any("ascending" in asked.operators_at(one) for one in words)
        yield (-1 if is_rising else 1), "", tuple(words)
    if at + 1 in free:
        for first in asked.meanings(at, Degree):
            for last in asked.meanings(at + 1, Degree):
                if (first.sign, first.dimension) == (-last.sign, last.dimension):
                    ranks = [one for one in asked.operators("rank") if one in free]
                    yield first.sign, first.dimension, (at, at + 1, *ranks)


def _count_words(asked: Asked, reading: Reading, counted_at: int) -> list[int]:
    """Return the words for a number before what is counted: "by number of"."""
    found: list[int] = []
    for at in (counted_at - 1, counted_at - 2):
        is_counting = at >= 0 and asked.operators_at(at) & {"each", "count"}
        if not is_counting or reading.reads(at):
            break
        found.append(at)
    return found
