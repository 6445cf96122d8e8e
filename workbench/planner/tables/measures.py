"""Read what is computed: "how many orders", "average amount", «сумма продаж»."""

from workbench.domain.table_query import Aggregate, AggregateFunction
from workbench.domain.tables import TableColumn
from workbench.nlp.grammar import word_set
from workbench.nlp.operators import Degree, Quantity
from workbench.nlp.phrase_lists import named_phrases
from workbench.planner.tables.amount_verbs import read_amount_verb
from workbench.planner.tables.columns import (
    DATES,
    GENERAL,
    adds_up,
    is_price,
    of_dimension,
    total_column,
)
from workbench.planner.tables.counts import read_degree, read_number
from workbench.planner.tables.draft import Draft
from workbench.planner.tables.events import is_event
from workbench.planner.tables.mentions import Mention, of_kind
from workbench.planner.tables.ordering import count_of_extreme, extreme
from workbench.planner.tables.totals import read_total_of_rows, suppose_total, use_total
from workbench.planner.tables.vocabulary import ColumnName, RowName

FUNCTIONS: dict[str, AggregateFunction] = {
    "average": "avg",
    "median": "median",
    "sum": "sum",
    "max": "max",
    "min": "min",
    "at_most": "max",
    "at_least": "min",
}
"""The functions by the operations that name them; "at most" without a number is a maximum."""
_BOUNDS = ("at_most", "at_least")
_EXTREMES = ("max", "min")
_NEAR = 3
"""Most mentions between a function and its column."""


def read_measures(draft: Draft) -> None:
    """Find the aggregates; groups without any are counted, or a named column is added up."""
    for mention in draft.mentions:
        if not draft.is_free(mention):
            continue
        if mention.is_operator("count") and read_number(mention, draft):
            continue
        if mention.is_operator("sum") and read_amount_verb(mention, draft):
            continue
        if mention.has(Degree) and read_degree(mention, draft):
            continue
        for name, function in FUNCTIONS.items():
            is_bound = mention.is_operator(*_BOUNDS) and _bounds_number(mention, draft)
            is_named = mention.is_operator(name) and not is_bound
            if is_named and _read_function(mention, function, draft):
                break
        if mention.is_operator("sum") and draft.is_free(mention):
            read_total_of_rows(mention, draft)
    if draft.groups and not draft.aggregates:
        suppose(draft)


def _bounds_number(mention: Mention, draft: Draft) -> bool:
    """Return True for "at most 7": the number belongs to no column."""
    after = draft.near(mention)
    return after is not None and after.has(Quantity)


def suppose(draft: Draft) -> None:
    """Sum up the column of numbers that is named without a function, or count the rows."""
    for mention, named in of_kind(draft.mentions, ColumnName):
        if draft.counts_rows():
            break
        is_number = named.column.type == "number" and not draft.is_row(mention)
        if draft.is_free(mention) and is_number:
            function: AggregateFunction = "sum" if adds_up(named.column) else "avg"
            draft.is_assumed = True
            draft.add(Aggregate(function=function, column=named.column.name), mention)
            return
    if _compares_single_rows(draft):
        _suppose_measured(draft)
        return
    found = extreme(draft)
    if found is not None and found.dimension not in GENERAL:
        return  # "last" and "cheapest" order by a column, not by the number of rows
    rows = [one for one, _ in of_kind(draft.mentions, RowName) if draft.is_free(one)]
    if rows:
        draft.add(Aggregate(function="count"), *rows)
    else:
        count_of_extreme(found, draft)


def _compares_single_rows(draft: Draft) -> bool:
    """Whether each group is one row, whose number nobody asks: "Does Ann earn more than Bo?"."""
    keys = {key.column for key in draft.groups}
    limited = (draft.table.column(one.filter.column) for one in draft.conditions)
    columns = [one for one in limited if one is not None and one.name in keys]
    names_rows = any(one.has(RowName) for one in draft.mentions)  # "more orders in A or in B"
    return not names_rows and any(len(one.values) == draft.table.rows for one in columns)


def _suppose_measured(draft: Draft) -> None:
    """Sum what the verb of a comparison measures, or leave it unread: «Кто весит больше?»."""
    names = (one.name for one in named_phrases(draft.words, "measure_verbs"))
    found = (of_dimension(part, draft.table.columns) for name in names for part in name.split())
    fitting = next(filter(None, found), [])
    if len(fitting) == 1:
        draft.is_assumed = True
        draft.add(Aggregate(function="sum", column=fitting[0].name))
    else:
        compared = ("greater", "less", "most", "least", "versus")
        draft.unbound += [one for one in draft.mentions if one.is_operator(*compared)]


def _read_function(mention: Mention, function: AggregateFunction, draft: Draft) -> bool:
    """Read a function and its column, which follows it or is the same word."""
    if function in _EXTREMES and (draft.asks_part or draft.target() is not None):
        return False
    found = _number_near(mention, function, draft)
    if found is None:
        return _suppose_value(mention, function, draft)
    near, of = found
    if function == "sum" and _asks_price(mention, of, draft):
        draft.shown.append(of.name)
        draft.asks_measure = True
        draft.use(mention, near)
        return True
    use_total(mention, near, draft)
    if function == "sum" and (count := draft.near(near, -1)) and count.is_operator("count"):
        draft.use(count)  # "total number of passengers"
    draft.add(Aggregate(function=function, column=of.name), mention, near)
    return True


def _asks_price(mention: Mention, column: TableColumn, draft: Draft) -> bool:
    """Whether "how much" asks for a price, which is that of each row and not of all: "Price"."""
    said = draft.words[mention.start : mention.end]
    is_much = any(word.keys & word_set("much_words") for word in said)
    adds = any(one is not mention for one in draft.operators("sum"))
    return is_much and not adds and is_price(column)


def _suppose_value(mention: Mention, function: AggregateFunction, draft: Draft) -> bool:
    """Read a function without a column as one of the values of years, or of money."""
    if function == "sum":
        return suppose_total(mention, draft)
    if function not in ("avg", "median") or draft.aggregates:
        return False
    near = draft.free_near(mention, 1)
    is_total = near is not None and near.is_operator("sum")
    money = total_column(draft.table) if is_total else None  # "average revenue"
    column = money.name if money is not None else draft.table.measure
    if not column:
        return False
    draft.is_assumed = True
    used = [near] if near is not None and money is not None else []
    draft.add(Aggregate(function=function, column=column), mention, *used)
    return True


def _number_near(
    mention: Mention, function: AggregateFunction, draft: Draft
) -> tuple[Mention, TableColumn] | None:
    """Return the column of numbers (or dates) at a mention, after it, or else before it."""
    shared = {one.column for one in draft.aggregates if one.column}
    for step in (0, *range(1, _NEAR + 1), -1):
        near = draft.near(mention, step)
        named = near.first(ColumnName) if near is not None else None
        if near is None or named is None or draft.is_row(near) or _is_unit_of_rate(near, draft):
            continue
        kinds = ("number", *DATES) if function in _EXTREMES else ("number",)
        if named.column.type not in kinds or is_event(named.column):
            continue
        if draft.is_free(near) or named.column.name in shared:  # "minimum and maximum amount"
            return near, named.column
    return None


def _is_unit_of_rate(near: Mention, draft: Draft) -> bool:
    """Whether "per" stands before a column: "How much per day?" asks for no number of days."""
    before = draft.words[max(0, near.start - 1) : near.start]
    return any(word.keys & word_set("rate_words") for word in before)
