"""Rules of what is like a named node: "the same currency as Senegal", «в том же году, что и X»."""

from collections.abc import Iterator
from functools import partial, reduce

from workbench.domain.graph_query import AllSet, FollowSet, WhereSet
from workbench.planner.composer.combination_rules import combined_term
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.meanings import PropertyName, Relation, TypeName
from workbench.planner.composer.readings import Reading, Term, nodes_term

_PAIR = 2
"""How many named nodes are asked for what they have in common."""


def alike(asked: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
    """Yield the other nodes of a type that have what a named node has."""
    if asked.is_yes_no:  # "Do A and B have the same owner?" has a test of its own
        return
    for at in asked.operators("same"):
        if not reading.reads(at):
            yield from _related_alike(asked, reading, at)
            yield from _valued_alike(asked, reading, at)


def in_common(asked: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
    """Yield all that two named nodes are related to: "What do Kenya and Tanzania have in common?".

    A question that names a type or a relation asks for that alone.
    """
    if len(reading.named) != _PAIR or reading.term is None or asked.is_yes_no:
        return
    options = (one for at in asked.free(reading) for one in asked.mentions[at].options)
    if any(isinstance(one.meaning, TypeName | Relation | PropertyName) for one in options):
        return
    shared = {
        asked.followed(reading.term, step, every=True): step.target
        for step in asked.schema.steps
        if step.source == reading.type
    }
    found = [(term, target) for term, target in shared.items() if asked.nodes(term)]
    for at in asked.operators("both") if found else ():
        term = reduce(partial(combined_term, "or"), (term for term, _ in found))
        yield asked.of_term(reading, term, found[0][1], [at])


def _related_alike(asked: LinkedQuestion, reading: Reading, at: int) -> Iterator[Reading]:
    """Yield those that an edge leads to the same nodes: "use the same currency as Senegal"."""
    led_by = reading.term.set if reading.term else None
    if reading.term is None or not isinstance(led_by, FollowSet):
        return
    start = reading.term.inputs[0]
    if start.set.op != "nodes" or len(asked.nodes(start)) != 1:
        return
    for step in asked.schema.steps_back(led_by.edge, led_by.direction, reading.type):
        others = combined_term("minus", asked.followed(reading.term, step), start)
        if asked.nodes(start) <= asked.nodes(asked.followed(reading.term, step)):
            yield asked.of_term(reading, others, step.target, [at], edge=step.edge)


def _valued_alike(asked: LinkedQuestion, reading: Reading, at: int) -> Iterator[Reading]:
    """Yield those with the same value: "opened in the same year as X"."""
    if len(reading.named) != 1:
        return
    for place in asked.free(reading):
        for named in asked.meanings(place, PropertyName):
            value = asked.evaluator.value(reading.named[0], named.name)
            if named.type != reading.type or not isinstance(value, str | int | float):
                continue
            such = WhereSet(of="", property=named.name, value=value)
            same = Term(such, (Term(AllSet(type=reading.type)),))
            others = combined_term("minus", same, nodes_term(reading.named))
            yield asked.of_term(reading, others, reading.type, [at, place])
