"""Read comparisons with an average: "above average", «дороже среднего», "longer than average"."""

from workbench.domain.table_query import FilterTest, TableFilter
from workbench.domain.tables import TableColumn
from workbench.nlp.operators import Degree
from workbench.nlp.periods import Period
from workbench.nlp.recurring_dates import RecurringDate
from workbench.planner.tables.columns import GENERAL, direction, of_dimension, yes_and_no
from workbench.planner.tables.draft import Draft
from workbench.planner.tables.mentions import Mention, of_kind
from workbench.planner.tables.vocabulary import Cell, ColumnName

_REACH = 3
"""How many mentions before "average" the comparison may be: "more pieces than average"."""
_NEAR = (1, -1, -2, -3)
"""Where the column stands from "average": just after it, or before it, over the comparison."""
_TESTS: dict[str, FilterTest] = {
    "greater": "gt",
    "at_least": "ge",
    "less": "lt",
    "at_most": "le",
}


def read_averages(draft: Draft) -> None:
    """Bind comparisons of rows with the average of a column over all rows.

    Groups are not compared with an average: «отделы с зарплатой выше средней» is ambiguous.
    Nor are rows compared with the average of some rows: "dearer than the average sold glaze".
    """
    averages = [*draft.operators("average")]
    if len(averages) != 1 or draft.has_operator("difference", "ratio", "versus"):
        return  # "by how much is the average of A above that of B"
    for average in averages:
        if _is_of_some(average, draft):
            return
        target = draft.target()
        if target is not None and len(target[1].values) < draft.table.rows:
            return
        words = _comparison(average, draft)
        found = _column(average, words, draft) if words else None
        if found is None:
            continue
        named, column = found
        test = _test(words, column)
        if test is not None:
            condition = TableFilter(column=column.name, test=test, than="average")
            draft.add_condition(condition, average, *words, named)


def _is_of_some(average: Mention, draft: Draft) -> bool:
    """Whether a value, a flag or a date after "average" limits the rows that it is of."""
    after = draft.mentions[draft.mentions.index(average) + 1 :]
    return any(
        one.has(Cell, Period, RecurringDate)
        or any(yes_and_no(named.column) for _, named in of_kind([one], ColumnName))
        for one in after
    )


def _comparison(average: Mention, draft: Draft) -> tuple[Mention, ...]:
    """Return the words that compare, nearest first: "more", "expensive" of "more expensive"."""
    found: list[Mention] = []
    for step in range(1, _REACH + 1):
        near = draft.free_near(average, -step)
        if near is None:
            break
        if near.has(Degree) or near.is_operator(*_TESTS):
            found.append(near)
        elif not near.has(ColumnName):
            break
    return tuple(found)


def _column(
    average: Mention, words: tuple[Mention, ...], draft: Draft
) -> tuple[Mention | None, TableColumn] | None:
    """Return the column of numbers that is named, or the only one of the word's dimension."""
    for step in _NEAR:
        near = draft.free_near(average, step)
        named = near.first(ColumnName) if near is not None else None
        if named is not None and named.column.type == "number" and near not in words:
            return near, named.column
    degrees = [degree for word in words if (degree := word.first(Degree)) is not None]
    for degree in degrees:
        fitting = of_dimension(degree.dimension, draft.table.columns)
        if degree.dimension not in GENERAL and len(fitting) == 1:
            return None, fitting[0]
    return None


def _test(words: tuple[Mention, ...], column: TableColumn) -> FilterTest | None:
    for word in words:
        degree = word.first(Degree)
        sign = direction(column, degree.dimension) * degree.sign if degree is not None else 0
        if sign:
            return "gt" if sign > 0 else "lt"
    compared = (test for word in words for name, test in _TESTS.items() if word.is_operator(name))
    return next(compared, None)
