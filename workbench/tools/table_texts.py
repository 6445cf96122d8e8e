"""Put the parts of a table query, and its results, into words."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from workbench.domain.local_text import Language
from workbench.domain.table_query import (
    Aggregate,
    CellValue,
    GroupFilter,
    GroupKey,
    OrderKey,
    TableFilter,
)
from workbench.domain.tables import MONTH, TableColumn
from workbench.i18n.measures import day, measured, month
from workbench.i18n.numbers import UNKNOWN, integer
from workbench.nlp.amounts import MONEY
from workbench.nlp.grammar import word_set
from workbench.nlp.query_words import divided, query_words
from workbench.nlp.recurring_dates import recurring_part
from workbench.retrieval.tables.compile import ResultColumn
from workbench.tools.messages import texts

_MORE_DECIMALS = 2
"""Decimal places that a mean or a median has beyond those of its column."""
_CENTS = 2

Find = Callable[[str], TableColumn | None]
"""Returns a column by name."""


def filters_text(filters: Iterable[TableFilter], find: Find, language: Language) -> str:
    """Return conditions as text: «Region = North and Amount > $1,000»."""
    found = [filter_text(one, find(one.column), language) for one in filters]
    return _joined(found, "and", language)


def filter_text(condition: TableFilter, column: TableColumn | None, language: Language) -> str:
    """Return one condition as text."""
    values = [_operand(value, column, language) for value in condition.operands]
    test: str = condition.test
    if condition.than is not None:
        values = [texts(language)["than"][condition.than]]
    if (part := recurring_part(condition.value)) is not None and test == "contains":
        test, values = "in", [part.text(language)]
    if test == "is_empty":
        test, values = ("is_filled" if condition.operands == (False,) else test), []
    shown = (
        " – ".join(dict.fromkeys(values)) if test == "between" else _joined(values, "or", language)
    )
    label = column.shown if column else condition.column
    template: str = texts(language)["tests"][test]
    return template.format(column=label, value=shown)


def having_text(conditions: Iterable[GroupFilter], find: Find, language: Language) -> str:
    """Return conditions on groups as text: "Number of rows > 100"."""
    found = []
    for one in conditions:
        result = ResultColumn(find(one.column) if one.column else None, one.aggregate)
        values = " – ".join(result_text(value, result, language) for value in one.operands)
        label = aggregate_label(one.aggregate, find, language)
        template: str = texts(language)["tests"][one.test]
        found.append(template.format(column=label, value=values))
    return _joined(found, "and", language)


def order_text(keys: Iterable[OrderKey], find: Find, language: Language) -> str:
    """Return an order as text: "Sum of “Amount”, greatest first"."""
    found = []
    for key in keys:
        aggregate = Aggregate(function=key.function, column=key.column) if key.function else None
        column = find(key.column) if key.column else None
        label = column.shown if column else key.column
        if aggregate is not None:
            label = aggregate_label(aggregate, find, language)
        found.append(f"{label}, {texts(language)['orders'][key.order]}")
    return "; ".join(found)


def aggregate_label(aggregate: Aggregate, find: Find, language: Language) -> str:
    """Return what an aggregate computes: "Sum of “Amount”", "Share of rows where Paid = yes"."""
    column = find(aggregate.column) if aggregate.column else None
    name: str = aggregate.function
    if name in ("count", "share") and aggregate.column:
        name = f"{name}_of"
    template: str = texts(language)["aggregates"][name]
    label = template.format(column=column.shown if column else aggregate.column)
    if not aggregate.where:
        return label
    filters = filters_text(aggregate.where, find, language)
    return str(texts(language)["where"]).format(rows=label, filters=filters)


def key_label(key: GroupKey, column: TableColumn | None, language: Language) -> str:
    """Return what groups are made by: "Region", "Date, month"."""
    label = column.shown if column else key.column
    if key.part is None:
        return label
    template: str = texts(language)["parts"][key.part]
    return template.format(column=label)


def result_label(result: ResultColumn, find: Find, language: Language) -> str:
    """Return the heading of a column of the result."""
    if result.comparison is not None:
        label: str = texts(language)["comparisons"][result.comparison]
        return label
    if result.aggregate is not None:
        return aggregate_label(result.aggregate, find, language)
    assert result.column is not None
    return key_label(GroupKey(column=result.column.name, part=result.part), result.column, language)


def result_text(value: Any, result: ResultColumn, language: Language) -> str:
    """Return a cell of the result; a dash for none."""
    if value is None:
        return UNKNOWN
    if result.part is not None:
        return _part(value, result.part, language)
    if isinstance(value, date):
        is_month = result.column is not None and result.column.unit == MONTH
        return month(value, language) if is_month else day(value, language)
    if isinstance(value, str):
        return value
    return _number(value, result, language)


def _number(value: Any, result: ResultColumn, language: Language) -> str:
    """Return a number in the unit of its column, or of what was computed from it."""
    function = result.aggregate.function if result.aggregate else ""
    if function == "share" or result.comparison == "ratio":
        unit = "percent" if result.comparison != "ratio" else ""
        return measured(value, unit, _MORE_DECIMALS, language)
    if function in ("count", "count_distinct") or result.column is None:
        return integer(int(value), language)
    if not function and _has_codes(result.column):
        return str(int(value))
    more = _MORE_DECIMALS if function in ("avg", "median") else 0
    unit, decimals = result.column.unit, result.column.decimals + more
    if unit in MONEY and result.column.decimals <= _CENTS and decimals:
        decimals = _CENTS
    return measured(value, unit, decimals, language)


def _has_codes(column: TableColumn) -> bool:
    """Whether the numbers of a column are codes, which have no thousands: «Артикул»."""
    codes = word_set("identifier_words")
    is_code = any(word.keys & codes for word in query_words(divided(column.label)))
    return is_code and not column.unit and not column.decimals


def _operand(value: CellValue, column: TableColumn | None, language: Language) -> str:
    if column is not None and column.type in ("date", "moment") and isinstance(value, str):
        with suppress(ValueError):
            moment = datetime.fromisoformat(value)
            if column.unit == MONTH:
                return month(moment.date(), language)
            return day(moment.date() if moment.time() == datetime.min.time() else moment, language)
    if isinstance(value, str | bool):
        return str(value)
    number = Decimal(str(value))
    decimals = max(0, -int(number.normalize().as_tuple().exponent))
    return measured(number, column.unit if column else "", decimals, language)


def _part(value: date, part: str, language: Language) -> str:
    if part == "year":
        return str(value.year)
    if part == "month":
        return month(value, language)
    template: str = texts(language)["quarter"]
    return template.format(quarter=(value.month + 2) // 3, year=value.year)


def _joined(parts: list[str], link: str, language: Language) -> str:
    """Join texts with commas and, before the last, a word: "a, b or c"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])}{texts(language)[link]}{parts[-1]}"
