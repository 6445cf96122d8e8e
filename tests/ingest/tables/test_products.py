"""Columns of what was taken: the price of a piece times the number of pieces."""

import pytest

from workbench.ingest.tables.columns import typed_column
from workbench.ingest.tables.products import with_product

CONCERTS = {
    "Concert": ("Evensong", "Requiem", "Carols"),
    "Date": ("2026-03-02", "2026-03-09", "2026-12-20"),
    "Price, £": ("12.50", "20", "8"),
    "Bookings": ("10", "4", "30"),
}


def columns(**changed: tuple[str, ...] | None) -> list[str]:
    """Return the names of the columns of the concerts, with changed or further ones."""
    cells = {name: values for name, values in {**CONCERTS, **changed}.items() if values}
    typed = with_product([typed_column(name, values) for name, values in cells.items()])
    return [one.column.name for one in typed]


def test_a_price_and_a_number_of_bookings_make_what_was_taken() -> None:
    typed = with_product([typed_column(name, values) for name, values in CONCERTS.items()])
    added = typed[-1]
    assert added.column.shown == "Revenue (Price × Bookings)"
    assert added.column.unit == "gbp"
    assert [float(value or 0) for value in added.values] == [125.0, 80.0, 240.0]


def test_the_added_column_is_called_in_the_language_of_the_header() -> None:
    cells = {"Дата": ("02.03.2026", "09.03.2026"), "Цена": ("5", "7"), "Количество": ("2", "3")}
    typed = with_product([typed_column(name, values) for name, values in cells.items()])
    assert typed[-1].column.shown == "Выручка (Цена × Количество)"


@pytest.mark.parametrize(
    "changed",
    [
        {"Total": ("1", "2", "3")},
        {"Charge": ("125.00", "80.00", "240.00")},
        {"Date": None},
        {"Bookings": None},
        {"Tickets": ("11", "5", "31")},
        {"Bookings": None, "Places": ("40", "50", "60")},
        {"Bookings": None, "Days": ("1", "2", "3")},
    ],
)
def test_a_table_with_totals_or_without_sales_gets_none(
    changed: dict[str, tuple[str, ...] | None],
) -> None:
    assert not any("×" in name for name in columns(**changed))
