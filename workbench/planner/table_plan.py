"""What the tables of a workspace have to do with a question."""

from typing import NamedTuple

from workbench.domain.plan import PlanningResult


class TablePlan(NamedTuple):
    """What the tables have to do with a question."""

    query: PlanningResult | None = None
    """The plan of a query; None if not every word of the question was read."""
    decline: PlanningResult | None = None
    """The plan that tells why nothing is computed: for a question that rows do not answer by
    themselves, unless something other than a table does."""
    foreign: PlanningResult | None = None
    """The plan that says that the tables are in another language; None if they are not, or if the
    question names something in a table."""
    named: PlanningResult | None = None
    """The plan that tells which words of a question a table lacks that it names something of: such
    a question is not off-topic."""
    reason: str = ""
    """Why no table is queried; empty if one is, or if the question names nothing in a table."""
