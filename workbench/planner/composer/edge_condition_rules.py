"""Rules of roles and kinds on edges: "who was the music director of X", "who piloted X"."""

from collections.abc import Iterator

from workbench.domain.graph_query import WhereSet
from workbench.planner.composer.compared_properties import led_by
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.meanings import EdgeCondition
from workbench.planner.composer.readings import Reading, Term, last_edge


def conditioned(asked: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
    """Yield the nodes that edges with such a value lead to."""
    for at in asked.free(reading):
        for condition in asked.meanings(at, EdgeCondition):
            if last_edge(reading) == condition.edge:
                yield from _where(asked, reading, at, condition)
            else:
                for one in led_by(asked, reading, condition.edge):
                    yield from _where(asked, one, at, condition)


def _where(
    asked: LinkedQuestion, reading: Reading, at: int, condition: EdgeCondition
) -> Iterator[Reading]:
    if reading.term is not None:
        where = WhereSet(of="", property=condition.property, value=condition.value)
        yield asked.of_term(reading, Term(where, (reading.term,)), reading.type, [at])
