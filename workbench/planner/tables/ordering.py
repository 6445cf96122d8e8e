"""Read what comes first: "the largest order", "which X has the most", "top 5 X by Y"."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from workbench.domain.table_query import (
    MOST_ROWS,
    Aggregate,
    AggregateFunction,
    GroupKey,
    Order,
    OrderKey,
    TableFilter,
)
from workbench.domain.tables import TableColumn
from workbench.nlp.grammar import is_plural, word_set
from workbench.nlp.operators import Degree, Quantity, dimensions_of
from workbench.nlp.periods import Period
from workbench.nlp.query_words import divided, keys_of_list, plain
from workbench.planner.tables.columns import (
    DATES,
    GENERAL,
    adds_up,
    age_column,
    date_columns,
    direction,
    direction_of_named,
    of_dimension,
    person_columns,
    prices_of_row,
)
from workbench.planner.tables.compared_rows import order_compared
from workbench.planner.tables.date_choice import date_column
from workbench.planner.tables.draft import Draft
from workbench.planner.tables.events import is_event
from workbench.planner.tables.mentions import Mention, Superlative, of_kind
from workbench.planner.tables.vocabulary import ColumnName, RowName

_PRICES = ("price", "cost")
"""Dimensions of "expensive" and "cheap"."""
_COMPARISONS = ("greater", "at_least", "less", "at_most", "after", "before")


class Extreme(NamedTuple):
    """The words that ask for the first or last: 1 for the greatest, -1 for the least."""

    mention: Mention
    sign: int
    dimension: str


class _Measure(NamedTuple):
    """A column to compare by: 1 if more is greater, -1 if lower, and the words that name it."""

    column: TableColumn
    direction: int
    used: tuple[Mention, ...] = ()


def top_number(draft: Draft) -> Mention | None:
    """Return the number of rows asked for: "top 5", "3 largest orders", «пять последних»."""
    for mention, quantity in of_kind(draft.mentions, Quantity):
        is_count = quantity.value >= 1 and quantity.value.is_integer() and not quantity.unit
        if mention.has(Period) or not is_count:
            continue
        before, after = draft.near(mention, -1), draft.near(mention)
        is_top = before is not None and (
            before.is_operator("top") or before.first(Superlative) is not None
        )
        is_counted = after is not None and (
            after.first(Superlative) is not None
            or after.is_operator("top", "most", "least", "max", "min")
        )
        is_compared = before is not None and before.is_operator(*_COMPARISONS)
        is_listed = after is not None and after.has(RowName, ColumnName) and not is_compared
        if is_top or is_counted or (is_listed and draft.has_superlative()):
            return mention
    return None


def read_order(draft: Draft) -> None:
    """Read the order, and how many come first; without a number one does, with its ties."""
    top = draft.top.first(Quantity) if draft.top is not None else None
    if draft.top is not None and top is not None:
        draft.limit = min(int(top.value), MOST_ROWS)
        if draft.limit == top.value:
            draft.use(draft.top)
    found = extreme(draft)
    if found is None:
        if not order_compared(draft):
            _read_direction(draft)
        return
    draft.use(*draft.operators("top"))
    draft.use(*(one for one in draft.operators("most", "least") if _is_intensifier(one, draft)))
    target = draft.target()
    if target is not None and not draft.groups:
        near, column = target
        draft.groups.append(GroupKey(column=column.name))
        draft.use(near)
    if not (_order_groups(found, draft) if draft.groups else _order_rows(found, draft)):
        return
    draft.use(found.mention)
    is_single = any(True for _ in draft.operators("single"))
    draft.use(*draft.operators("single"))
    is_of_all = not is_single and _is_of_each(draft)
    if draft.limit is None and not is_of_all and (is_single or not _is_plural(target, draft)):
        draft.limit, draft.with_ties = 1, True


def extreme(draft: Draft) -> Extreme | None:
    """Return the words that ask for the first or last."""
    for mention in draft.mentions:
        if not draft.is_free(mention):
            continue
        if superlative := mention.first(Superlative):
            return Extreme(mention, superlative.sign, superlative.dimension)
        if _is_intensifier(mention, draft):
            continue
        if mention.is_operator("most", "max"):
            return Extreme(mention, 1, "")
        if mention.is_operator("least", "min"):
            return Extreme(mention, -1, "")
    return _compared_extreme(draft)


def _compared_extreme(draft: Draft) -> Extreme | None:
    """Return the words that ask for the first one by comparing: "top 5", "which is cheaper"."""
    for mention in draft.operators("top"):
        if draft.top is not None:
            return Extreme(mention, 1, "")
    for mention in draft.operators("greater", "less"):
        if draft.groups:
            return Extreme(mention, 1 if mention.is_operator("greater") else -1, "")
    for mention, degree in of_kind(draft.mentions, Degree):
        if draft.is_free(mention) and draft.target() is not None:
            return Extreme(mention, degree.sign, degree.dimension)
    return None


def _is_intensifier(mention: Mention, draft: Draft) -> bool:
    """Whether "most" makes a superlative of the word after it: "the most expensive"."""
    after = draft.free_near(mention, 1)
    is_beside = after is not None and after.start == mention.end and after.has(Superlative)
    return is_beside and mention.is_operator("most", "least")


def _order_groups(found: Extreme, draft: Draft) -> bool:
    """Order the groups by what is named, or by the number of their rows."""
    if not draft.aggregates:
        measure = None if draft.counts_rows() else _measure(found, draft)
        if measure is not None and measure.column.type in DATES and found.dimension in GENERAL:
            if _is_of_spending(measure, draft):
                return False  # "who paid the most" asks for no number of payments
            _count_events(measure, draft)
        elif measure is not None:
            average = next(draft.operators("average"), None)  # "cheapest on average"
            function = "avg" if average is not None else _function_of(found, measure)
            draft.is_assumed = average is None
            draft.use(average)
            draft.add(Aggregate(function=function, column=measure.column.name), *measure.used)
        elif not found.dimension:
            count_of_extreme(found, draft)
        else:
            return False
    first = draft.aggregates[0]
    column = draft.table.column(first.column)
    way = direction_of_named(column, found.dimension) if column else 1
    if way == 0:
        return False
    order: Order = "desc" if found.sign * way > 0 else "asc"
    draft.order.append(OrderKey(column=first.column, function=first.function, order=order))
    draft.use_row_names()
    return True


def count_of_extreme(found: Extreme | None, draft: Draft) -> None:
    """Count the values of a named column, or else the rows: "the most runners", "the most"."""
    near = draft.free_near(found.mention, 1) if found is not None else None
    named = near.first(ColumnName) if near is not None else None
    if near is None or named is None or named.column.type != "text" or draft.is_row(near):
        draft.add(Aggregate(function="count"))
    else:
        draft.add(Aggregate(function="count_distinct", column=named.column.name), near)


def _count_events(measure: _Measure, draft: Draft) -> None:
    """Count the rows with a date: «больше всего заказов» of "Ordered" is not a latest date."""
    column = measure.column
    draft.is_assumed = True
    draft.add(Aggregate(function="count"), *measure.used)
    if column.empty and measure.used:
        filled = TableFilter(column=column.name, test="is_empty", value=False)
        draft.add_condition(filled, measure.used[0])


def _is_of_spending(measure: _Measure, draft: Draft) -> bool:
    """Whether the word for a date is a verb of spending: "paid" of "Paid on"."""
    said = (word for one in measure.used for word in draft.words[one.start : one.end])
    return any(word.keys & keys_of_list("spending_verbs") for word in said)


def _function_of(found: Extreme, measure: _Measure) -> AggregateFunction:
    """Return how the values of a group count: added up, or by their extreme («дорогой»)."""
    column = measure.column
    if column.type == "number" and adds_up(column) and found.dimension in ("", "size"):
        return "sum"
    return "max" if found.sign * measure.direction > 0 else "min"


def _order_rows(found: Extreme, draft: Draft) -> bool:
    measure = None if draft.aggregates else _measure(found, draft)
    if measure is None or (found.dimension in GENERAL and is_event(measure.column)):
        return False
    draft.use(*measure.used)
    order: Order = "desc" if found.sign * measure.direction > 0 else "asc"
    draft.order.append(OrderKey(column=measure.column.name, order=order))
    draft.use_row_names()
    return True


def _measure(found: Extreme, draft: Draft) -> _Measure | None:
    """Return the column to compare by: named, else the only one of the dimension."""
    dimension = found.dimension
    for near, named in of_kind(draft.mentions, ColumnName):
        is_measure = named.column.type != "text" and not draft.is_row(near)
        is_other = named.column.type in DATES and dimension in _PRICES  # «заказ» of "Ordered"
        if draft.is_free(near) and is_measure and not (named.is_related or is_other):
            way = direction_of_named(named.column, dimension)
            return _Measure(named.column, way, (near,)) if way else None
    if not dimension:
        return None
    fitting = of_dimension(dimension, draft.table.columns)
    if dimension in _PRICES and (_is_of_rows(draft) or len(fitting) > 1):
        return _price(prices_of_row(draft.table.columns) if _is_of_rows(draft) else fitting, draft)
    if dimension == "time":
        numbers = [one for one in draft.table.columns if one.type == "number"]
        ages = [one for one in numbers if direction(one, dimension)]
        if _compares_ages(found, draft) and (age := age_column(draft.table)) is not None:
            return _Measure(age, -1)
        date = _date_of_age(found, draft) or date_column(found.mention, draft)
        fitting = [date] if date is not None else [] if date_columns(draft.table) else ages
    if len(fitting) != 1 or _is_open(fitting[0]):
        return None
    return _Measure(fitting[0], direction(fitting[0], dimension) or 1)


def _date_of_age(found: Extreme, draft: Draft) -> TableColumn | None:
    """Return the date for "oldest": the only birth date, or else a beginning: "Planted on"."""
    if found.mention in draft.dates or not _compares_ages(found, draft):
        return None
    for dimension in ("birth", "beginning"):
        dates = [one for one in date_columns(draft.table) if _measures(one, dimension)]
        if dates:
            return dates[0] if len(dates) == 1 else None
    return None


def _compares_ages(found: Extreme, draft: Draft) -> bool:
    """Whether "oldest" is said, which an age or a beginning decides, and not "latest"."""
    said = draft.words[found.mention.start : found.mention.end]
    return any(word.keys & word_set("age_degrees") for word in said)


def _measures(column: TableColumn, dimension: str) -> bool:
    return dimension in dimensions_of(divided(column.label))


def _is_of_rows(draft: Draft) -> bool:
    """Return True if the price of the rows is asked for, not that of one thing."""
    people = {column.name for column in person_columns(draft.table)}
    return draft.target() is None and all(key.column in people for key in draft.groups)


def _price(columns: Sequence[TableColumn], draft: Draft) -> _Measure | None:
    """Return the first of the amounts that may be meant: a guess that names the others, if any."""
    first, *others = columns or (None,)
    draft.alternatives += [one.name for one in others]
    return None if first is None else _Measure(first, 1)


def _is_open(column: TableColumn) -> bool:
    """Whether some rows of a computed duration have not ended, so that no row is the longest."""
    return bool(column.between) and bool(column.empty)


def _read_direction(draft: Draft) -> None:
    """Read "in ascending order", and "rank the glazes by price", which has the highest first."""
    words = [*draft.operators("rank", "ascending", "descending")]
    if not words:
        return
    order: Order = "asc" if any(one.is_operator("ascending") for one in words) else "desc"
    ranked = _ranked(words, draft)
    if ranked is not None and draft.aggregates and not draft.groups:
        draft.groups.append(GroupKey(column=ranked[1].name))
        draft.use(ranked[0])
    elif ranked is not None and not draft.groups:
        draft.unbound.append(ranked[0])  # "rank the statuses by price" tells no price of a status
        return
    if draft.aggregates:
        first = draft.aggregates[0]
        draft.use(*words)
        draft.order.append(OrderKey(column=first.column, function=first.function, order=order))
        return
    for near, named in of_kind(draft.mentions, ColumnName):
        if draft.is_free(near) and named.column.type != "text" and not draft.is_row(near):
            by = draft.free_near(near, -1)
            draft.use(near, *words, by if by is not None and by.is_operator("by") else None)
            draft.order.append(OrderKey(column=named.column.name, order=order))
            draft.use_row_names()
            return


def _ranked(words: Iterable[Mention], draft: Draft) -> tuple[Mention, TableColumn] | None:
    """Return the column of names that is ranked: "rank the regions by average price"."""
    target = draft.target()
    is_ranked = any(
        one.is_operator("rank") and target is not None and draft.near(one) is target[0]
        for one in words
    )
    return target if is_ranked else None


def _is_of_each(draft: Draft) -> bool:
    """Whether the first one of each group is asked for: "the cheapest job of each crew"."""
    each = word_set("each_words") | word_set("every_words")
    found = (one for one in draft.mentions if one.is_operator("by", "each"))
    said = (word for one in found for word in draft.words[one.start : one.end])
    return bool(draft.groups) and any(word.keys & each for word in said)


def _is_plural(target: tuple[Mention, TableColumn] | None, draft: Draft) -> bool:
    """Return True for "which managers", which asks for more than the first.

    "Which species is" asks for one.
    """
    if target is None:
        return False
    near = target[0]
    after = {plain(word.text) for word in draft.words[near.end : near.end + 1]}
    is_one = not after.isdisjoint(word_set("singular_auxiliaries"))
    return not is_one and is_plural(draft.words[near.start].text)
