"""Rules of the most of a set: "which agency has the most missions to Mars"."""

from collections.abc import Iterator
from dataclasses import replace

from workbench.domain.graph_query import TopSet
from workbench.nlp.operators import Operator
from workbench.planner.composer.combination_rules import Done
from workbench.planner.composer.count_rules import counted, order_of
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.meanings import Relation
from workbench.planner.composer.readings import Reading, Term

_SIGNS: tuple[tuple[Operator, int], ...] = (("most", 1), ("least", -1))


def most_of(asked: LinkedQuestion, reading: Reading, done: Done) -> Iterator[Reading]:
    """Yield those of a reading with the most nodes of another one, or the other way round."""
    for name, sign in _SIGNS:
        for at in asked.operators(name):
            if reading.reads(at):
                continue
            for mask, kept in done.items():
                for other in kept if mask and not mask & (reading.mask | 1 << at) else ():
                    yield from _with_most(asked, reading, other, at, sign)
                    yield from _with_most(asked, other, reading, at, sign)


def _counted_noun(asked: LinkedQuestion, members: Reading, at: int) -> int:
    """Return the mention of the type that is counted after "most"; 0 if there is none.

    Words of a condition may stand between: "the most functional languages".
    """
    noun = at + 1
    while noun < asked.size and members.reads(noun):
        if members.type in asked.named_types(noun):
            return noun
        noun += 1
    return 0


def _with_most(
    asked: LinkedQuestion, group: Reading, members: Reading, at: int, sign: int
) -> Iterator[Reading]:
    noun = _counted_noun(asked, members, at)
    if group.term is None or members.term is None or not noun:
        return
    if members.op in ("all", "nodes") or group.op == "nodes" or len(group.nodes) < 2:
        return
    for by, edge in counted(asked, group.type, noun):
        if members.type not in (by.to, *asked.schema.targets(edge, by.direction, group.type)):
            continue
        relation_mentions = [
            one
            for one in asked.free(group)
            if not members.reads(one)
            and any(own.edge == edge for own in asked.meanings(one, Relation))
        ]
        score = group.score + members.score
        both = replace(group, mask=group.mask | members.mask, score=score)
        term = Term(TopSet(of="", by=by, order=order_of(sign)), (group.term, members.term))
        yield asked.of_term(both, term, group.type, [at, *relation_mentions], 0.1, edge=edge)
