"""Rules of a year beside a noun: «турниры 2023 года», "the 2023 tournaments"."""

from collections.abc import Iterator

from workbench.domain.graph_query import WhereSet
from workbench.nlp.operators import Quantity
from workbench.nlp.years import YEARS
from workbench.planner.composer.compared_properties import Measured, loss_of_time, measured
from workbench.planner.composer.linked_question import LinkedQuestion
from workbench.planner.composer.readings import Reading, Term
from workbench.retrieval.graph_query.graph_schema import PropertyOf


def of_year(asked: LinkedQuestion, reading: Reading) -> Iterator[Reading]:
    """Yield the nodes of a reading with a year that stands beside their type, without "in"."""
    for at in asked.free(reading):
        if reading.type not in asked.types_before(at) | asked.type_after(at):
            continue
        for quantity in filter(is_year, asked.meanings(at, Quantity)):
            for one in measured(asked, reading, "time", quantity.unit):
                if one.reading.term is None or at in one.mentions:
                    continue
                term = Term(_in_year(asked, one, quantity.value), (one.reading.term,))
                gain = one.gain - loss_of_time(asked, one, at)
                yield asked.of_term(one.reading, term, one.reading.type, [at, *one.mentions], gain)


def _in_year(asked: LinkedQuestion, one: Measured, year: float) -> WhereSet:
    name = one.by.property
    if PropertyOf(one.reading.type, name) in asked.evaluator.dates:
        return WhereSet(of="", property=name, test="contains", value=f"{year:.0f}")
    return WhereSet(of="", property=name, value=year)


def is_year(quantity: Quantity) -> bool:
    """Whether a number may be a year: "2023", «2023 года»."""
    is_of_time = quantity.unit is None or quantity.unit.dimension == "time"
    return is_of_time and quantity.value.is_integer() and quantity.value in YEARS
