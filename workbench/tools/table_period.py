"""Detect a question about a time before or after all dates of a table."""

from collections.abc import Sequence

from workbench.domain.table_query import CellValue, TableArgs, TableFilter
from workbench.domain.tables import TableColumn, TableSchema

DAY = len("2024-01-31")
"""Characters of a date, with which a moment begins."""


def column_beyond(args: TableArgs, table: TableSchema) -> TableColumn | None:
    """Return the column of dates none of which is in the period of a condition; else None.

    For a table that begins in 2024, "no rows in 2019" would be misleading.
    """
    columns = {column.name: column for column in table.columns}
    beyond = (columns[one.column] for one in args.filters if _is_beyond(one, columns))
    return next(beyond, None)


def _is_beyond(one: TableFilter, columns: dict[str, TableColumn]) -> bool:
    column = columns.get(one.column)
    if column is None or column.type not in ("date", "moment") or not column.least:
        return False
    days = _days(one.operands)
    least, most = column.least[:DAY], column.most[:DAY]
    if one.test == "between" and days:
        return days[0] > most or days[-1] < least
    return one.test in ("eq", "in") and bool(days) and all(not least <= day <= most for day in days)


def _days(values: Sequence[CellValue]) -> list[str]:
    """Return the dates; empty if some of the values are none."""
    days = [str(value)[:DAY] for value in values]
    return days if all(len(day) == DAY for day in days) else []
