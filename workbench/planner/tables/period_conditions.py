"""Read conditions on dates: "in March 2024", "since 2022", «с мая по июль 2023 года»."""

from datetime import date, timedelta

from workbench.domain.table_query import GroupKey, TableFilter
from workbench.domain.tables import TableColumn
from workbench.nlp.operators import Quantity
from workbench.nlp.periods import Period
from workbench.nlp.recurring_dates import RecurringDate
from workbench.planner.tables.columns import DATES, date_columns, holds_years
from workbench.planner.tables.date_choice import date_column
from workbench.planner.tables.draft import Draft
from workbench.planner.tables.mentions import Mention, of_kind
from workbench.planner.tables.number_conditions import is_compared
from workbench.planner.tables.recurring_ranges import read_recurring_range

_TESTS = {"after": ("gt", 1), "since": ("ge", 0), "before": ("lt", 0), "until": ("le", 1)}
"""The test of an operation, and which end of the period it compares with."""
_WITHIN = ("eq", "between")


def read_periods(draft: Draft) -> None:
    """Bind days, months and years to the date column, or years to a column of years.

    Periods that follow each other are one: "in 2022 and 2023". Others are alternatives, which only
    a comparison has a use for.
    """
    found = [
        (mention, period)
        for mention, period in of_kind(draft.mentions, Period)
        if draft.is_free(mention) and not (mention.has(Quantity) and is_compared(mention, draft))
    ]
    while found:
        mention, period = found.pop(0)
        column = _date_column(mention, period, draft)
        if column is None:
            draft.unbound.append(mention)
            continue
        before = draft.free_near(mention, -1)
        if before is not None and _is_vague_limit(before):
            draft.unbound.append(mention)
            continue
        if found and (linked := _range_links(mention, before, found[0][0], draft)):
            second, end = found.pop(0)
            bounds = _bounds(min(period, end).first, max(period, end).last, column)
            _between(column, bounds, mention, (*linked, second), draft)
            continue
        if not draft.has_operator("difference", "ratio"):
            period = _joined(period, column, found, draft)
        _period(column, period, before, mention, draft)
    _unbind_contradictions(draft)


def read_recurring(draft: Draft) -> None:
    """Bind months and days without a year to a date column: they are of any year.

    A range of them is of the only year in which the column has dates within it: what was before
    1 March of one year was after it of another.
    """
    read_recurring_range(draft)
    found = [one for one in of_kind(draft.mentions, RecurringDate) if draft.is_free(one[0])]
    for mention, recurring in found:
        before = draft.free_near(mention, -1)
        is_range = before is not None and before.is_operator(*_TESTS, "between", "by")
        is_range = is_range or len(found) > 1  # "from May to July", "in May and in July"
        column = None
        if not is_range and date_columns(draft.table):
            column = date_column(mention, draft)
        if column is None:
            draft.unbound.append(mention)
            continue
        condition = TableFilter(column=column.name, test="contains", value=recurring.part)
        draft.add_condition(condition, mention, is_period=True)
        if any(one.filter.column == column.name for one in draft.conditions[:-1] if one.is_period):
            draft.unbound.append(mention)  # "in January or February 2024"


def _is_vague_limit(before: Mention) -> bool:
    """Whether "by", which may include the period or not, stands before it: "paid by 2023"."""
    return before.is_operator("by") and not before.is_operator("until")


def _joined(
    period: Period, column: TableColumn, found: list[tuple[Mention, Period]], draft: Draft
) -> Period:
    """Return a period with those that follow it; a comparison of them groups by their length."""
    first = period
    while found and found[0][1].first == period.last + timedelta(days=1):
        after, following = found.pop(0)
        draft.use(after)
        period = period._replace(last=following.last)
    if period != first and draft.has_operator("versus") and column.type in DATES:
        part = "year" if first.is_year else "month" if first.is_month else "quarter"
        draft.groups.append(GroupKey.model_validate({"column": column.name, "part": part}))
        draft.use(*draft.operators("versus"))
    return period


def _unbind_contradictions(draft: Draft) -> None:
    """Unbind periods apart that no row is in at once, unless a comparison takes one of each."""
    apart = [one for one in draft.conditions if one.is_period and one.filter.test in _WITHIN]
    are_compared = draft.has_operator("difference", "ratio")
    if len({one.filter.column for one in apart}) < len(apart) and not are_compared:
        draft.unbound += [one.mention for one in apart]


def _range_links(
    mention: Mention, before: Mention | None, second: Mention, draft: Draft
) -> tuple[Mention | None, ...]:
    """Return the words that make a range of two periods, "from … to …"; none if they do not."""
    link = draft.free_near(mention, 1)
    if before is None or link is None or not before.is_operator("between", "since"):
        return ()
    is_range = link is second or draft.free_near(link, 1) is second
    ends = before.is_operator("between") or link.is_operator("until")
    return (before, link) if is_range and ends else ()


def _between(
    column: TableColumn,
    bounds: tuple[int | str, int | str],
    mention: Mention,
    used: tuple[Mention | None, ...],
    draft: Draft,
) -> None:
    condition = TableFilter(column=column.name, test="between", value=bounds)
    draft.add_condition(condition, mention, *used, is_period=True)


def _period(
    column: TableColumn, period: Period, before: Mention | None, mention: Mention, draft: Draft
) -> None:
    first, last = bounds = _bounds(period.first, period.last, column)
    for name, (test, end) in _TESTS.items():
        if before is not None and before.is_operator(name):
            condition = TableFilter.model_validate(
                {"column": column.name, "test": test, "value": bounds[end]}
            )
            draft.add_condition(condition, mention, before, is_period=True)
            return
    if first == last:
        condition = TableFilter(column=column.name, value=first)
        draft.add_condition(condition, mention, is_period=True)
    else:
        _between(column, bounds, mention, (), draft)


def _date_column(mention: Mention, period: Period, draft: Draft) -> TableColumn | None:
    """Return the date column of a period, or the only column of years if there are no dates."""
    if date_columns(draft.table):
        return date_column(mention, draft)
    years = [one for one in draft.table.columns if holds_years(one)]
    return years[0] if len(years) == 1 and period.is_of_years else None


def _bounds(first: date, last: date, column: TableColumn) -> tuple[int | str, int | str]:
    """Return two days as values of a date column, or of one that holds years."""
    if column.type in DATES:
        return first.isoformat(), last.isoformat()
    return first.year, last.year
