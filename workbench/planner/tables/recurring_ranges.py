"""Read a range of days or months without a year: "from 1 to 15 July", "between May and July"."""

from calendar import monthrange
from datetime import date
from typing import NamedTuple

from workbench.domain.table_query import TableFilter
from workbench.domain.tables import TableColumn
from workbench.nlp.operators import Quantity
from workbench.nlp.recurring_dates import RecurringDate
from workbench.planner.tables.columns import date_columns
from workbench.planner.tables.date_choice import date_column
from workbench.planner.tables.draft import Draft
from workbench.planner.tables.mentions import Mention, of_kind

_OPENINGS = ("since", "between")
_ENDINGS = ("until", "by")


class _Range(NamedTuple):
    """The ends of a range, and the mentions before its last one."""

    first: RecurringDate
    last: RecurringDate
    used: tuple[Mention, ...]


def read_recurring_range(draft: Draft) -> None:
    """Bind a range of days or months to a date column, if a single year has dates in it."""
    if not date_columns(draft.table):
        return
    for mention, last in of_kind(draft.mentions, RecurringDate):
        found = _range_to(mention, last, draft) if draft.is_free(mention) else None
        column = _column(mention, found, draft) if found is not None else None
        if found is None or column is None:
            continue
        ends = _in_only_year(found, column)
        if ends is not None:
            condition = TableFilter(column=column.name, test="between", value=ends)
            draft.add_condition(condition, mention, *found.used, is_period=True)


def _column(mention: Mention, found: _Range, draft: Draft) -> TableColumn | None:
    """Return the date of the event that is named: "paid from 1 to 15 July"."""
    columns = (draft.dates[one] for one in (mention, *found.used) if one in draft.dates)
    return next(columns, None) or date_column(found.used[0], draft)


def _range_to(mention: Mention, last: RecurringDate, draft: Draft) -> _Range | None:
    """Return the range that ends at a mention; None without words that open one."""
    link = draft.free_near(mention, -1)
    used: tuple[Mention, ...] = ()
    if link is not None and link.is_operator(*_ENDINGS):
        used = (link,)
    start = draft.free_near((*used, mention)[0], -1)
    opening = draft.free_near(start, -1) if start is not None else None
    if start is None or opening is None or not opening.is_operator(*_OPENINGS):
        return None
    first = _start_of(start, last)
    return _Range(first, last, (opening, start, *used)) if first is not None else None


def _start_of(start: Mention, last: RecurringDate) -> RecurringDate | None:
    """Return the first end: a month or a day of one, or a day of the month of the last end."""
    own = start.first(RecurringDate)
    number = start.first(Quantity)
    if own is not None or number is None or last.day is None or number.unit is not None:
        return own
    day = int(number.value)
    return last._replace(day=day) if day == number.value and 0 < day <= last.day else None


def _in_only_year(found: _Range, column: TableColumn) -> tuple[str, str] | None:
    """Return the days of a range in the only year in which a column has dates within it."""
    years = range(int(column.least[:4] or 0), int(column.most[:4] or -1) + 1)
    ends = [_days(found, year) for year in years]
    fitting = [
        (first.isoformat(), last.isoformat())
        for first, last in ends
        if first.isoformat() <= column.most[:10] and column.least[:10] <= last.isoformat()
    ]
    return fitting[0] if len(fitting) == 1 and fitting[0][0] <= fitting[0][1] else None


def _days(found: _Range, year: int) -> tuple[date, date]:
    first, last = found.first, found.last
    ends = monthrange(year, last.month)[1], monthrange(year, first.month)[1]
    return (
        date(year, first.month, min(first.day or 1, ends[1])),
        date(year, last.month, min(last.day or ends[0], ends[0])),
    )
