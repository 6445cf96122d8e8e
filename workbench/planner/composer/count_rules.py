"""Rules that count the edges of nodes: "more than 2 owners", "the most neighbours"."""

from collections.abc import Iterator, Sequence

from workbench.domain.graph_query import MOST_IN_ORDER, By, LinkedSet, Order, Test, TopSet
from workbench.nlp.operators import Operator, Quantity
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.meanings import Named, Relation, TypeName
from workbench.planner.composer.place_rules import place_before
from workbench.planner.composer.readings import Reading, Term
from workbench.planner.composer.relation_ends import End, end_of_asked

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
_END_OF_STEP: dict[str, End] = {"out": "source", "in": "target"}
"""At which end of the edges are the nodes that they are counted of."""
UNNAMED_LINKS = 0.25
"""Loss for counting edges of a relation that no word names: "museums with 2 paintings"."""


def counts_of_edges(asked: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
    """Yield the sets that a number of edges makes of a reading."""
    for at in asked.free(reading):
        yield from _limited_links(asked, reading, at)
        yield from _most_linked(asked, reading, at)


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


def _most_linked(asked: LinkedQuestion, reading: Reading, at: int) -> Iterator[Reading]:
    """Yield those with the most of something: "has the most neighbours"."""
    said = {option.meaning for option in asked.mentions[at].options}
    signs = [sign for name, sign in (("most", 1), ("least", -1)) if name in said]
    if not signs or len(reading.nodes) < 2 or reading.term is None:
        return
    if at + 1 < asked.size and asked.meanings(at + 1, Named):  # "contains the most beef"
        return
    own = [at + 1] if reading.type in asked.type_after(at) else []  # "coaches the most players"
    numbers = [one for one in asked.free(reading) if _is_number_of(asked, reading, at, one)][:1]
    limit = int(asked.meanings(numbers[0], Quantity)[0].value) if numbers else 1
    places, offset = place_before(asked, reading, at)
    for other in asked.free(reading):
        told = count_words(asked, reading, other)  # "top suppliers by number of parts"
        is_own = bool(own) and not told
        if is_own and (other in own or not asked.meanings(other, Relation)):
            continue
        for by, edge in counted(asked, reading.type, other) if 0 < limit <= MOST_IN_ORDER else ():
            if is_own and not _counts_own_type(asked, reading, by, other):
                continue
            order = order_of(signs[0])
            top = TopSet(of="", by=by, order=order, limit=limit, offset=offset)
            loss = 0.0 if told else 0.05 * max(0, abs(other - at) - 1)
            loss += COUNTED_BEFORE * bool(reading.types & asked.named_types(other))
            term = Term(top, (reading.term,))
            read = [at, *numbers, *places, other, *own, *told]
            yield asked.of_term(reading, term, reading.type, read, -loss, edge=edge)


def _is_number_of(asked: LinkedQuestion, reading: Reading, at: int, number: int) -> bool:
    """Whether a number says how many have the most: "top 3", "which five countries have …"."""
    is_beside = number == at + 1 or reading.type in asked.type_after(number)
    return is_beside and bool(asked.meanings(number, Quantity))


def _counts_own_type(asked: LinkedQuestion, reading: Reading, by: By, at: int) -> bool:
    """Whether edges to nodes of a reading's own type are counted at the end that is asked for."""
    if reading.type not in asked.schema.targets(by.edge, by.direction, reading.type):
        return False
    end = end_of_asked(asked.words, asked.mentions[at])
    return by.direction == "both" or end is None or end == _END_OF_STEP[by.direction]


def count_words(asked: LinkedQuestion, reading: Reading, counted_at: int) -> list[int]:
    """Return the words for a number before what is counted: "by number of"."""
    found: list[int] = []
    for at in (counted_at - 1, counted_at - 2):
        is_counting = at >= 0 and asked.operators_at(at) & {"each", "count"}
        if not is_counting or reading.reads(at):
            break
        found.append(at)
    return found


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
