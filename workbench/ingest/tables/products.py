"""Add the revenue of each row: its price times its number of pieces."""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

from workbench.domain.tables import TableColumn
from workbench.ingest.tables.columns import TypedColumn
from workbench.ingest.tables.long_form import label_of
from workbench.ingest.tables.rows import unique_names
from workbench.nlp.query_words import Word, divided, keys_of_list, query_words

_DATES = ("date", "moment")


def with_product(columns: Sequence[TypedColumn]) -> list[TypedColumn]:
    """Return the columns of a table, with one of products if it has one price and one number.

    A row is then a sale or an event of some day: in a list of goods in stock, the product is
    nothing that was earned. A table with a column of totals has no need of another.
    """
    numbers = [one for one in columns if one.column.type == "number"]
    prices = [one for one in numbers if _is_price(one.column)]
    counts = [one for one in numbers if _is_count(one.column)]
    is_dated = any(one.column.type in _DATES for one in columns)
    if not (is_dated and len(prices) == len(counts) == 1) or any(map(_is_total, columns)):
        return [*columns]
    pairs = zip(prices[0].values, counts[0].values, strict=True)
    products = [_product(price, number) for price, number in pairs]
    known = [one for one in products if one is not None]
    if len(known) < 2 or any(_numbers(one.values) == products for one in numbers):
        return [*columns]
    header = [one.column.name for one in columns]
    parts = (prices[0].column.label, counts[0].column.label)
    label = label_of("revenue", header)
    formula = " \u00d7 ".join(parts)
    column = TableColumn(
        name=unique_names([*header, f"{label} ({formula})"])[-1],
        label=label,
        type="number",
        unit=prices[0].column.unit,
        decimals=prices[0].column.decimals,
        least=str(min(known)),
        most=str(max(known)),
        empty=len(products) - len(known),
        between=parts,
        is_product=True,
    )
    return [*columns, TypedColumn(column, prices[0].sql_type, [_text(one) for one in products])]


def _is_price(column: TableColumn) -> bool:
    return _has_word(column, "piece_prices") and not _has_word(column, "rate_words")


def _is_count(column: TableColumn) -> bool:
    """Return True for a column of quantities sold: "Bookings", «Количество»; not "Stops"."""
    is_sold = any(_has_word(column, name) for name in ("quantity_nouns", "sold_nouns"))
    return is_sold and not (column.unit or column.decimals or _has_word(column, "identifier_words"))


def _is_total(one: TypedColumn) -> bool:
    """Whether a column has the amounts themselves: "Total", «Сумма», "Revenue"."""
    lists = ("total_rows", "sum_nouns", "income_nouns")
    return one.column.type == "number" and any(_has_word(one.column, name) for name in lists)


def _has_word(column: TableColumn, name: str) -> bool:
    known = keys_of_list(name)
    return any(word.keys & known for word in _words(column))


def _words(column: TableColumn) -> Sequence[Word]:
    return query_words(divided(column.label))


def _product(price: str | None, number: str | None) -> Decimal | None:
    try:
        return None if price is None or number is None else Decimal(price) * Decimal(number)
    except InvalidOperation:
        return None


def _numbers(values: Sequence[str | None]) -> list[Decimal | None]:
    return [_product(value, "1") for value in values]


def _text(number: Decimal | None) -> str | None:
    return None if number is None else str(number)
