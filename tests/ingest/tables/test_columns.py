"""The numbers of a column are multiplied only by what its header or its cells say, and once."""

from pathlib import Path

import pytest

from tests.ingest.test_tables import as_csv, built
from workbench.ingest.documents import parse_document
from workbench.ingest.tables.columns import typed_column


@pytest.mark.parametrize("name", ["Temperature (K)", "Speed (k)", "Distance, k"])
def test_a_letter_without_a_currency_multiplies_nothing(name: str) -> None:
    typed = typed_column(name, ["300", "5"])
    assert (typed.column.label, typed.values) == (name, ["300", "5"])


@pytest.mark.parametrize("name", ["Salary ($k)", "Salary, k EUR"])
def test_a_letter_beside_a_currency_is_a_factor(name: str) -> None:
    assert typed_column(name, ["300"]).values == ["300000"]


def test_a_letter_after_a_number_is_a_factor_only_with_a_currency() -> None:
    assert typed_column("Heat", ["300 K", "5 K"]).values == ["300 K", "5 K"]
    assert typed_column("Salary", ["$300k", "$5 K"]).values == ["300000", "5000"]


def test_the_factor_of_a_header_is_not_that_of_cells_with_one() -> None:
    typed = typed_column("Сумма, млн руб.", ["5 млн", "300 тыс.", "7"])
    assert typed.values == ["5000000", "300000", "7000000"]


def test_numbers_that_their_factor_makes_too_long_are_texts(tmp_path: Path) -> None:
    rows = [["Name", "Sum, billion EUR"], ["a", "123456789012345"], ["b", "1"]]
    _, store = built(tmp_path, parse_document("sums.csv", as_csv(rows)))
    assert store.query("sums", 'SELECT "Sum, billion EUR" FROM sums') == [
        ("123456789012345",),
        ("1",),
    ]


def test_numbers_of_18_digits_with_their_factor_are_exact() -> None:
    typed = typed_column("Sum, billion EUR", ["123456789", "0.5"])
    assert (typed.sql_type, typed.values) == ("BIGINT", ["123456789000000000", "500000000"])


@pytest.mark.parametrize(
    "cells",
    [
        ["2024-03", "2024-11"],
        ["03/2024", "11/2024"],
        ["March 2024", "Nov 2024"],
        ["март 2024 г.", ""],
    ],
)
def test_months_become_their_first_days(cells: list[str]) -> None:
    typed = typed_column("Month", cells)
    assert (typed.column.type, typed.column.unit) == ("date", "month")
    assert typed.values[0] == "2024-03-01"


@pytest.mark.parametrize("cells", [["2024-13", "2024-03"], ["12-0450", "01-0450"], ["May", "June"]])
def test_other_texts_are_no_months(cells: list[str]) -> None:
    assert typed_column("Code", cells).column.type == "text"
