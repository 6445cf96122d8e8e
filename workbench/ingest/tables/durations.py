"""Add the days between the two dates of each row, so that they can be compared and averaged."""

from collections.abc import Sequence
from datetime import datetime
from itertools import starmap

from workbench.domain.tables import TableColumn
from workbench.ingest.tables.columns import TypedColumn
from workbench.ingest.tables.long_form import label_of
from workbench.ingest.tables.rows import unique_names
from workbench.nlp.operators import dimensions_of
from workbench.nlp.query_words import divided

_DATES = ("date", "moment")
_DAY = "day"


def with_duration(columns: Sequence[TypedColumn]) -> list[TypedColumn]:
    """Return the columns of a table, with one of days if it has two of dates that are its ends.

    They are if no row has the second before the first. A table that has a column of times already
    has no need of another.
    """
    dates = [one for one in columns if one.column.type in _DATES and not one.column.unit]
    if len(dates) != 2 or any(_is_duration(one.column) for one in columns):
        return [*columns]
    pairs = [*zip(*(one.values for one in dates), strict=True)]
    days = [*starmap(_days, pairs)]
    known = [one for one in days if one is not None]
    if len(known) < 2 or min(known) < 0 or not any(known):
        return [*columns]
    header = [one.column.name for one in columns]
    label = label_of("duration", header)
    ends = tuple(one.column.label for one in dates)
    column = TableColumn(
        name=unique_names([*header, f"{label} ({' – '.join(ends)})"])[-1],
        label=label,
        type="number",
        unit=_DAY,
        least=str(min(known)),
        most=str(max(known)),
        empty=len(days) - len(known),
        between=ends,
    )
    values = [None if one is None else str(one) for one in days]
    return [*columns, TypedColumn(column, "BIGINT", values)]


def _days(first: str | None, last: str | None) -> int | None:
    if first is None or last is None:
        return None
    return (datetime.fromisoformat(last).date() - datetime.fromisoformat(first).date()).days


def _is_duration(column: TableColumn) -> bool:
    return "duration" in dimensions_of(divided(column.label)) and column.type == "number"
