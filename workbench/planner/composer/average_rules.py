"""Rules of comparisons with an average: "heavier than average", «выше среднего»."""

from collections.abc import Iterator

from workbench.domain.graph_query import WhereSet
from workbench.planner.composer.compared_properties import Measured, measured
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.meanings import Condition, Named
from workbench.planner.composer.order_rules import tests_of
from workbench.planner.composer.readings import Reading, Term, last_edge
from workbench.retrieval.graph_query.graph_schema import PropertyOf

_REACH = 3
"""How many mentions after a comparison "average" may be: "more seats than average"."""


def beside_average(asked: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
    """Yield the nodes with more, or less, of something than the average of their type.

    The average of a subset, "longer than the average bridge in Oslo", is not read.
    """
    if not reading.mask and reading.type not in asked.persons:
        return  # of things that the question does not name
    for at in asked.free(reading):
        if not asked.superlatives[at]:
            yield from _compared(asked, reading, at)


def _compared(asked: LinkedQuestion, reading: Reading, at: int) -> Iterator[Reading]:
    for average in asked.free(reading):
        if not 0 < average - at <= _REACH or "average" not in asked.operators_at(average):
            continue
        if _is_of_some(asked, average):
            continue
        for test, dimension in tests_of(asked, at):
            for one in measured(asked, reading, dimension):
                own = one.reading.term
                if own is None or average in one.mentions or one.reading.type != reading.type:
                    continue
                if _is_of_edge(asked, one) or _is_date(asked, one):
                    continue
                where = WhereSet(of="", property=one.by.property, test=test, than="average")
                read = [at, average, *one.mentions]
                term = Term(where, (own,))
                yield asked.of_term(one.reading, term, one.reading.type, read, one.gain)


def _is_of_some(asked: LinkedQuestion, average: int) -> bool:
    """Whether a name or a value after "average" limits what it is of."""
    after = range(average + 1, asked.size)
    return any(asked.meanings(at, Named) or asked.meanings(at, Condition) for at in after)


def _is_date(asked: LinkedQuestion, one: Measured) -> bool:
    return PropertyOf(one.reading.type, one.by.property) in asked.evaluator.dates


def _is_of_edge(asked: LinkedQuestion, one: Measured) -> bool:
    """Whether what is compared is a property of the edges that led to a reading's nodes."""
    edge = asked.evaluator.content.spec.edge_types.get(last_edge(one.reading))
    return edge is not None and one.by.property in edge.properties
