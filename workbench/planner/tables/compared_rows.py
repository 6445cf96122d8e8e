"""Read which of two rows is longer, cheaper or larger, as an order of these rows."""

from workbench.domain.table_query import Order, OrderKey
from workbench.nlp.operators import Degree
from workbench.planner.tables.columns import direction, of_dimension
from workbench.planner.tables.draft import Condition, Draft
from workbench.planner.tables.mentions import of_kind


def order_compared(draft: Draft) -> bool:
    """Order named rows by the only column that a comparative measures; False without any.

    "Which class is longer, A or B?" orders them by the days that each lasts.
    """
    is_computed = bool(draft.groups or draft.aggregates)
    if is_computed or not any(_are_rows(one, draft) for one in draft.conditions):
        return False
    for mention, degree in of_kind(draft.mentions, Degree):
        fitting = of_dimension(degree.dimension, draft.table.columns)
        way = direction(fitting[0], degree.dimension) if len(fitting) == 1 else 0
        if draft.is_free(mention) and way:
            order: Order = "desc" if degree.sign * way > 0 else "asc"
            draft.order.append(OrderKey(column=fitting[0].name, order=order))
            draft.use(mention, *draft.operators("versus"))
            draft.use_row_names()
            draft.shown.append(fitting[0].name)
            draft.compares_rows = True
            return True
    return False


def _are_rows(condition: Condition, draft: Draft) -> bool:
    """Whether a condition names several rows, each by a value of its own."""
    column = draft.table.column(condition.filter.column)
    is_key = column is not None and len(column.values) == draft.table.rows
    return is_key and condition.filter.test == "in"
