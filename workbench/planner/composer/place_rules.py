"""Rules of places in an order: "the second largest", "third by area"."""

from collections.abc import Iterator

from workbench.domain.graph_query import By, TopSet
from workbench.nlp.operators import Rank
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.meanings import Measure, PropertyName
from workbench.planner.composer.measure_rules import properties_measured
from workbench.planner.composer.readings import Reading, Term


def place_before(asked: LinkedQuestion, reading: Reading, at: int) -> tuple[list[int], int]:
    """Return the mention of "second" right before a mention, and how many come before its place."""
    before = at - 1
    ranks = asked.meanings(before, Rank) if at and not reading.reads(before) else []
    return ([before], ranks[0].place - 1) if ranks else ([], 0)


def in_place(asked: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
    """Yield the one in a place by a property: "third by area", «второй по площади»."""
    if reading.term is None or len(reading.nodes) < 2 or reading.op == "top":
        return
    for at in asked.free(reading):
        for rank in asked.meanings(at, Rank):
            for name, mentions in _properties_after(asked, reading, at):
                top = TopSet(of="", by=By(property=name), offset=rank.place - 1)
                term = Term(top, (reading.term,))
                yield asked.of_term(reading, term, reading.type, [at, *mentions])


def _properties_after(
    asked: LinkedQuestion, reading: Reading, at: int
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the properties that a place is counted by, each with the mentions it reads."""
    after = at + 1
    joint = (after,) if after < asked.size and "each" in asked.operators_at(after) else ()
    other = after + len(joint)
    if other >= asked.size or any(map(reading.reads, (*joint, other))):
        return
    for named in asked.meanings(other, PropertyName):
        if named.type == reading.type:
            yield named.name, (*joint, other)
    for measure in asked.meanings(other, Measure):
        for name in properties_measured(asked, reading.type, measure):
            yield name, (*joint, other)
