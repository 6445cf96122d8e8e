"""Read conditions on groups: "regions with more than 100 orders", «со средней ценой выше 5 000»."""

from collections.abc import Iterator
from typing import get_args

from workbench.domain.table_query import (
    Aggregate,
    AggregateFunction,
    GroupFilter,
    GroupKey,
    GroupTest,
)
from workbench.domain.tables import TableColumn
from workbench.nlp.operators import Quantity
from workbench.planner.tables.columns import fits_unit, in_unit_of
from workbench.planner.tables.draft import Draft
from workbench.planner.tables.measures import FUNCTIONS
from workbench.planner.tables.mentions import Mention, of_kind
from workbench.planner.tables.number_conditions import comparison, is_number
from workbench.planner.tables.vocabulary import ColumnName

_NEAR = 4
"""Most mentions between a number and the words for what it is compared with."""


def read_group_conditions(draft: Draft) -> None:
    """Read numbers that are compared with one of each group, if groups are asked for."""
    for mention, quantity in of_kind(draft.mentions, Quantity):
        if not is_number(mention, draft):
            continue
        target = draft.target()
        if not draft.groups and target is None:
            return
        test, compared = comparison(mention, draft)
        measured = _measured(mention, compared, quantity, draft)
        if measured is None or not compared or test not in get_args(GroupTest):
            continue
        aggregate, column, used = measured
        if not draft.groups and target is not None:
            near, key = target
            draft.groups.append(GroupKey(column=key.name))
            draft.use(near, *_before(near, draft))
        value = in_unit_of(quantity, column) if column is not None else quantity.value
        condition = {
            "function": aggregate.function,
            "column": aggregate.column,
            "test": test,
            "value": value,
        }
        draft.having.append(GroupFilter.model_validate(condition))
        draft.add(aggregate, mention, *compared, *used)


def _before(mention: Mention, draft: Draft) -> Iterator[Mention]:
    """Yield the words that ask how many groups there are: the list tells their number."""
    before = draft.free_near(mention, -1)
    if before is not None and before.is_operator("count"):
        yield before


def _measured(
    mention: Mention, compared: tuple[Mention, ...], quantity: Quantity, draft: Draft
) -> tuple[Aggregate, TableColumn | None, tuple[Mention, ...]] | None:
    """Return what of a group a number is compared with, and the words for it.

    That is the number of its rows, "more than 100 orders", or a function of a column beside it.
    """
    after = draft.free_near(mention, 1)
    if quantity.unit is None and after is not None and draft.is_row(after):
        return Aggregate(function="count"), None, (after,)
    unit = quantity.unit.base if quantity.unit else ""
    near = compared[-1] if compared else mention
    named: tuple[Mention, TableColumn] | None = None
    for step in range(1, _NEAR + 1):
        before = draft.free_near(near, -step)
        if before is None:
            return None
        column = before.first(ColumnName)
        if column is not None and column.column.type == "number" and named is None:
            if not fits_unit(unit, column.column):
                return None
            named = before, column.column
        function = _function(before)
        if function is not None and named is not None:
            one = Aggregate(function=function, column=named[1].name)
            return one, named[1], (named[0], before)
    return None


def _function(mention: Mention) -> AggregateFunction | None:
    return next(
        (function for name, function in FUNCTIONS.items() if mention.is_operator(name)), None
    )
