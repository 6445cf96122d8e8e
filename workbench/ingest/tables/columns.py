"""Give the columns of a table types, units and examples; what does not convert stays text."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from decimal import Decimal
from typing import NamedTuple

from workbench.domain.tables import MONTH, ColumnType, TableColumn
from workbench.ingest.tables.dates import read_dates, read_months
from workbench.ingest.tables.numbers import EXACT_DIGITS, Numbers, read_numbers
from workbench.nlp.amounts import MONEY, unit_and_factor, unit_of
from workbench.nlp.grammar import word_set

MOST_VALUES = 200
"""Distinct values of a text column up to which all are listed in the schema."""
LONGEST_VALUE = 80
"""Characters of a listed value; a column with longer ones holds texts."""
_EXAMPLES = 3
_LONGEST_EXAMPLE = 60
# «Amount, ₽», «Вес (кг)», «Price [USD]», «Скидка %», «Сумма, млн руб.»: a name and its unit.
_UNIT_IN_NAME = re.compile(
    r"(?P<name>.*?\w.*?)\s*(?:,\s*|[(\[]\s*|\s(?=[%$€£₽]))"
    r"(?P<unit>[^,()\[\]]+?)\.?\s*[)\]]?"
)
# «Цена, ₽ будни», "Price (USD) weekday": a common name with its unit above several columns.
_UNIT_INSIDE = re.compile(
    r"(?P<name>.*?\w[^,(\[]*?)\s*(?:,\s*(?P<sign>[%$€£₽]|[^\W\d_]{3}\.?)|[(\[](?P<unit>[^()\[\]]+)[)\]])"
    r"\s+(?P<rest>\w.*)"
)
# ``delay_minutes``, ``distance_km``; a calendar unit numbers something: ``order_month``.
_UNIT_AFTER_UNDERSCORE = re.compile(r"(?P<name>.*[^\W\d_].*?)_(?P<unit>[^\W\d_]{2,})")
# "Cost EUR", «Цена руб.»: a name and a currency.
_CURRENCY_AFTER_SPACE = re.compile(r"(?P<name>.*[^\W\d_])\s+(?P<unit>[A-Z]{3}|руб|р)\.?")
_CALENDAR = frozenset({"day", "week", "month", "year", "time"})
_LONGEST_NAME = 200
"""Characters of a header that may end in a unit."""
_LONGEST_NUMBER = 60
"""Characters of a cell that may be a number or a date."""


class TypedColumn(NamedTuple):
    """A column with its values as text that its SQL type reads; None for an empty cell."""

    column: TableColumn
    sql_type: str
    values: list[str | None]


def typed_column(name: str, cells: Sequence[str]) -> TypedColumn:
    """Return a column with the type that all its cells fit.

    Placeholders such as «—» and "n/a" count as empty, in a column of numbers or dates.
    """
    counts = Counter(cells)
    counts.pop("", None)
    known = {cell for cell in counts if cell.casefold() not in word_set("missing_values")}
    named = split_unit(name)
    is_plain = all(len(cell) <= _LONGEST_NUMBER for cell in known)
    if is_plain and (numbers := _numbers(known, named)) and _agree(numbers.unit, named.unit):
        return _number_column(name, named, cells, numbers)
    if known and is_plain and (dates := read_dates(known)):
        values = [dates.values.get(cell) for cell in cells]
        kind: ColumnType = "moment" if dates.has_time else "date"
        column = _column(name, name, kind, values)
        ends = sorted(dates.values.values())
        column = column.model_copy(update={"least": ends[0], "most": ends[-1]})
        return TypedColumn(column, "TIMESTAMP" if dates.has_time else "DATE", values)
    if known and is_plain and (months := read_months(known)):
        firsts = [months.get(cell) for cell in cells]
        ends = sorted(months.values())
        bounds = {"unit": MONTH, "least": ends[0], "most": ends[-1]}
        column = _column(name, name, "date", firsts).model_copy(update=bounds)
        return TypedColumn(column, "DATE", firsts)
    texts = [cell or None for cell in cells]
    listed = tuple(value for value, _ in counts.most_common())
    are_few = len(listed) <= MOST_VALUES and all(len(one) <= LONGEST_VALUE for one in listed)
    column = _column(name, name, "text", texts)
    return TypedColumn(
        column.model_copy(update={"values": listed if are_few else ()}), "VARCHAR", texts
    )


def _agree(one: str, other: str) -> bool:
    return not one or not other or one == other


def _numbers(known: Collection[str], named: "LabelAndUnit") -> Numbers | None:
    """Return the numbers of cells; in a column of prices "free" is 0.

    A factor in the header is that of the cells without one. Numbers that it makes too long are
    none.
    """
    free = {cell for cell in known if cell.casefold() in word_set("free_prices")}
    numbers = (
        read_numbers([one for one in known if one not in free]) if len(free) < len(known) else None
    )
    if numbers is None or (free and (numbers.unit or named.unit) not in MONEY):
        return None
    scaled = numbers.scaled(named.factor)
    if scaled is None:
        return None
    return scaled._replace(values={**scaled.values, **dict.fromkeys(free, "0")})


def _number_column(
    name: str, named: "LabelAndUnit", cells: Sequence[str], numbers: Numbers
) -> TypedColumn:
    values = [numbers.values.get(cell) for cell in cells]
    ends = sorted(numbers.values.values(), key=Decimal)
    column = _column(name, named.label, "number", values).model_copy(
        update={
            "unit": numbers.unit or named.unit,
            "decimals": numbers.decimals,
            "least": ends[0],
            "most": ends[-1],
        }
    )
    return TypedColumn(column, _sql_type(numbers), values)


def _sql_type(numbers: Numbers) -> str:
    """Return an exact type where 18 digits suffice, so that sums of money are exact."""
    if not numbers.decimals:
        return "BIGINT"
    if numbers.digits + numbers.decimals <= EXACT_DIGITS:
        return f"DECIMAL({EXACT_DIGITS}, {numbers.decimals})"
    return "DOUBLE"


def _column(name: str, label: str, kind: ColumnType, values: Sequence[str | None]) -> TableColumn:
    distinct = dict.fromkeys(value[:_LONGEST_EXAMPLE] for value in values if value)
    return TableColumn(
        name=name,
        label=label,
        type=kind,
        examples=tuple(distinct)[:_EXAMPLES],
        empty=sum(value is None for value in values),
    )


class LabelAndUnit(NamedTuple):
    """A header without its unit; the factor is 1,000 for «тыс. руб.»."""

    label: str
    unit: str = ""
    factor: int = 1


def split_unit(name: str) -> LabelAndUnit:
    """Split a header into its name and the canonical unit in it, if there is one."""
    if len(name) > _LONGEST_NAME:
        return LabelAndUnit(name)
    if found := _UNIT_IN_NAME.fullmatch(name):
        unit, factor = unit_and_factor(found["unit"])
        if unit or factor > 1:
            return LabelAndUnit(found["name"].rstrip(), unit, factor)
    if found := _UNIT_INSIDE.fullmatch(name):
        unit, factor = unit_and_factor(found["sign"] or found["unit"])
        if unit in MONEY or unit == "percent":
            return LabelAndUnit(f"{found['name'].rstrip()} {found['rest']}", unit, factor)
    if (found := _CURRENCY_AFTER_SPACE.fullmatch(name)) and unit_of(found["unit"]) in MONEY:
        return LabelAndUnit(found["name"].rstrip(), unit_of(found["unit"]))
    if found := _UNIT_AFTER_UNDERSCORE.fullmatch(name):
        unit = unit_of(found["unit"])
        if unit and unit not in _CALENDAR:
            return LabelAndUnit(found["name"].rstrip(), unit)
    return LabelAndUnit(name)
