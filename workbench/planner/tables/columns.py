"""Classify the columns of a table: what they measure, and which words apply to them."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from workbench.domain.table_query import TableFilter
from workbench.domain.tables import TableColumn, TableSchema
from workbench.nlp.amounts import MONEY
from workbench.nlp.english_forms import may_be_agent_noun
from workbench.nlp.grammar import is_plural, readings, word_set
from workbench.nlp.operators import Quantity, Unit, dimensions_of, unit_named
from workbench.nlp.query_words import Word, divided, fold_value, query_words
from workbench.nlp.word_lists import list_pattern
from workbench.nlp.years import YEARS

DATES = ("date", "moment")
GENERAL = frozenset({"", "size", "height"})
"""Dimensions of words that compare any numbers: "larger", "higher"."""
_OF_A_NAMED_NUMBER = GENERAL | {"length", "depth", "width", "thickness", "level"}
"""Dimensions of words that also compare a number that is named: "the longest delay"."""
_DIGITS = 9
"""Decimal places of a number in another unit: 0.1 hours are 6 minutes."""
# "Ada Ashby", «Анна Ковальская», "J. van Dyck"
# "Downtime per year", «Простой за год»
_OF_PERIOD = re.compile(rf" {list_pattern('rate_prepositions')} ", re.IGNORECASE)
_NAME = r"[^\W\d_a-zа-яё][\w.'’-]*"
_FULL_NAME = re.compile(rf"{_NAME}(?: (?:van|von|de|da|di))?(?: {_NAME}){{1,2}}")
_BEING = frozenset({"NOUN", "anim"})
"""pymorphy3 marks of nouns for people and animals."""


def direction(column: TableColumn, dimension: str) -> int:
    """Return 1 if more of a dimension is a greater value, -1 if a lower one, 0 if neither.

    An older person has an earlier date of birth, and a greater age.
    """
    own = dimensions_of(divided(column.label)) | unit_dimensions(column)
    if dimension in GENERAL or dimension in own or (dimension == "price" and is_money(column)):
        return 1
    if dimension == "time":
        is_later = column.type in DATES or holds_years(column)
        return 1 if is_later else -1 if "age" in own else 0
    return 0


def age_column(table: TableSchema) -> TableColumn | None:
    """Return the only column of ages; None without one, or with several."""
    found = [one for one in table.columns if one.type == "number" and "age" in _dimensions(one)]
    return found[0] if len(found) == 1 else None


def unit_dimensions(column: TableColumn) -> frozenset[str]:
    """Return what a column called by its unit measures; a number of hours is a length of time."""
    unit = None if column.unit else measured_in(column)
    if unit is None:
        return frozenset()
    return frozenset({unit.dimension} | ({"length"} if unit.dimension == "duration" else set()))


def direction_of_named(column: TableColumn, dimension: str) -> int:
    """Return the direction for a column that is named: "the longest delay", "the worst score"."""
    is_number = column.type == "number" and dimension in _OF_A_NAMED_NUMBER
    if is_number and not (dimension == "level" and is_money(column)):
        return 1
    return direction(column, dimension)


def of_dimension(dimension: str, columns: Iterable[TableColumn]) -> list[TableColumn]:
    """Return the columns of numbers that measure a dimension; money measures size and price."""
    numbers = [column for column in columns if column.type == "number"]
    fitting = [one for one in numbers if dimension in dimensions_of(divided(one.label))]
    fitting = fitting or [one for one in numbers if dimension in unit_dimensions(one)]
    if not fitting and dimension in ("size", "price", "cost"):
        fitting = [column for column in numbers if is_money(column)]
    return fitting


def _dimensions(column: TableColumn) -> frozenset[str]:
    return dimensions_of(divided(column.label))


def is_money(column: TableColumn) -> bool:
    """Return True for a column of amounts in a currency."""
    return column.unit in MONEY


def holds_quantities(column: TableColumn) -> bool:
    """Return True for a column of amounts of goods: "Quantity", "Yield, kg"."""
    unit = unit_named(column.unit) if column.unit else None
    is_weight = unit is not None and unit.dimension == "weight"
    return column.type == "number" and (is_weight or _has_word(column, "quantity_nouns"))


def counts_pieces(column: TableColumn) -> bool:
    """Return True for a number of pieces, which makes a price that of one piece: «Остаток, шт.»."""
    return _has_word(column, "quantity_nouns")


def adds_up(column: TableColumn) -> bool:
    """Return True for amounts, which can be summed, unlike shares, years and ratings."""
    dimensions = dimensions_of(_without_period(divided(column.label)))
    return column.unit != "percent" and dimensions.isdisjoint(("time", "level"))


def _without_period(label: str) -> str:
    """Return a label without the period that its numbers are of: "downtime", not "… per year"."""
    return _OF_PERIOD.split(label, maxsplit=1)[0] or label


def holds_years(column: TableColumn) -> bool:
    """Return True for a column of numbers that are years: not for "Visitors by year"."""
    if column.type != "number" or "time" not in dimensions_of(divided(column.label)):
        return False
    least, most = (float(one or YEARS.start) for one in (column.least, column.most))
    return YEARS.start <= least <= most < YEARS.stop


def date_columns(table: TableSchema) -> list[TableColumn]:
    """Return the columns of dates, with or without a time."""
    return [column for column in table.columns if column.type in DATES]


@lru_cache(maxsize=1_000)
def yes_and_no(column: TableColumn) -> tuple[str, str] | None:
    """Return the values of a column that stand for yes and no; None for another column.

    A column that has only one of both, such as "no" in each row, counts too: the other value is
    then that of the word list.
    """
    if column.type != "text" or not 1 <= len(column.values) <= 2:
        return None
    found = {}
    for value in column.values:
        for name in ("affirmations", "denials"):
            if fold_value(value) in word_set(name):
                found[name] = value
    if len(found) != len(column.values):
        return None
    return found.get("affirmations", "yes"), found.get("denials", "no")


def flag_filter(column: TableColumn, values: tuple[str, str], *, is_denied: bool) -> TableFilter:
    """Return the condition that a column of yes and no has one of its two values.

    Where only yes is written, "x" or "paid", no is an empty cell.
    """
    if is_denied and column.empty and values[1] not in column.values:
        return TableFilter(column=column.name, test="is_empty")
    return TableFilter(column=column.name, value=values[1] if is_denied else values[0])


def identifies(condition: TableFilter, table: TableSchema) -> bool:
    """Return True for a condition that one row has: on the first column, or on unique values."""
    column = table.column(condition.column)
    is_key = column is not None and (
        column.name == table.columns[0].name or len(column.values) == table.rows
    )
    return is_key and condition.test == "eq"


def tells_sex(column: TableColumn) -> bool:
    """Return True for a column that tells women from men, by its name."""
    return _has_word(column, "sex_columns")


def person_columns(table: TableSchema) -> Sequence[TableColumn]:
    """Return the columns of people, by the words of their names; those called "name" come last.

    A Russian noun for a living being, such as «агроном», is a word for people.
    """
    texts = [
        column
        for column in table.columns
        if column.type == "text" and not _has_word(column, "identifier_words")
    ]
    roles = [one for one in texts if _has_word(one, "person_nouns") or _is_of_beings(one)]
    named = roles or [one for one in texts if _has_word(one, "name_columns")]
    return named or [one for one in texts if _holds_full_names(one)]


def _holds_full_names(column: TableColumn) -> bool:
    """Return True for doers by the column's name whose values are full names: "Runner"."""
    is_doer = any(may_be_agent_noun(word.text) for word in label_words(column))
    shown = column.values or column.examples
    return is_doer and bool(shown) and all(_FULL_NAME.fullmatch(value) for value in shown)


def total_column(table: TableSchema) -> TableColumn | None:
    """Return the column that a total is of if none is named: the only one of money.

    Of several it is the one that is called a total: "Total" beside "Price a night".
    """
    money = [column for column in table.columns if is_money(column) and adds_up(column)]
    if len(money) > 1:
        return called_total(money)
    has_quantities = any(map(counts_pieces, table.columns))
    return money[0] if money and not has_quantities else None


def called_total(columns: Iterable[TableColumn]) -> TableColumn | None:
    """Return the only column that is called a total, and not one per unit: "Total per day"."""
    found = [one for one in columns if _has_word(one, "total_rows") and not is_rate(one)]
    return found[0] if len(found) == 1 else None


def is_rate(column: TableColumn) -> bool:
    """Return True for an amount of a unit of what a row is about: "Price per copy"."""
    return _has_word(column, "rate_words")


def prices_of_row(columns: Iterable[TableColumn]) -> list[TableColumn]:
    """Return the columns by which a row may be the most expensive, the likeliest first.

    It is the one that is called a total alone, or else each amount; those of a unit come last.
    """
    numbers = [one for one in columns if one.type == "number"]
    found = [one for one in numbers if is_money(one) or "price" in _dimensions(one)]
    total = called_total(found)
    return [total] if total is not None else sorted(found, key=is_rate)


def is_price(column: TableColumn) -> bool:
    """Return True for a column called a price, which is not summed over rows."""
    return _has_word(column, "piece_prices")


def is_price_of_piece(column: TableColumn, table: TableSchema) -> bool:
    """Return True for the price of one piece in a table of sales, which does not add up."""
    added = (one for one in table.columns if one.is_product)
    has_pieces = any(map(counts_pieces, table.columns))
    return is_price(column) and (has_pieces or any(column.label in one.between for one in added))


def income_column(table: TableSchema) -> TableColumn | None:
    """Return the only column of what was earned: "Revenue", also one that was computed."""
    found = of_dimension("income", table.columns)
    return found[0] if len(found) == 1 else None


def only_amount(table: TableSchema) -> TableColumn | None:
    """Return the only column of numbers that add up and name no row; None if there are several."""
    found = [
        column
        for column in table.columns
        if column.type == "number" and adds_up(column) and not column.is_product
        if not _has_word(column, "identifier_words")
    ]
    return found[0] if len(found) == 1 else None


def measured_in(column: TableColumn) -> Unit | None:
    """Return the unit of a column of numbers, or that which it is called by: "Days", «Часов»."""
    label = column.label if column.type == "number" and is_plural(column.label) else ""
    return unit_named(column.unit or label) if column.unit or label else None


def fits_unit(unit: str, column: TableColumn) -> bool:
    """Return True if numbers of a unit can be compared with a column; "" is any unit."""
    own = measured_in(column)
    return not unit or (own is None and not column.unit) or (own is not None and own.base == unit)


def in_unit_of(quantity: Quantity, column: TableColumn) -> int | float:
    """Return a number in the unit of a column: 20 tonnes are 20,000 in a column of kilograms."""
    own, value = measured_in(column), quantity.value
    if quantity.unit is not None and own is not None and own.base == quantity.unit.base:
        value = round(value * quantity.unit.factor / own.factor, _DIGITS)
    return int(value) if value == int(value) else value


@lru_cache(maxsize=1_000)
def label_words(column: TableColumn) -> Sequence[Word]:
    """Return the words of a column's name."""
    return query_words(divided(column.label))


def _has_word(column: TableColumn, list_name: str) -> bool:
    words = word_set(list_name)
    return any(word.keys & words for word in label_words(column))


def _is_of_beings(column: TableColumn) -> bool:
    found = (next(iter(readings(word.text)), None) for word in label_words(column))
    return any(one is not None and one.marks >= _BEING for one in found)
