"""Headers of columns are read as the periods that they name."""

import pytest

from workbench.nlp.column_periods import ColumnPeriod, column_period


@pytest.mark.parametrize("header", ["2024", "1998", "FY2024", "FY 2024", "2024 г.", "2024 год"])
def test_a_header_can_be_a_year(header: str) -> None:
    found = column_period(header)
    assert found is not None
    assert (found.kind, found.value in header, found.has_year) == ("year", True, True)


def test_a_word_makes_an_early_number_a_year() -> None:
    assert column_period("1492 год") == ColumnPeriod("year", "1492", True)
    assert column_period("FY1890") == ColumnPeriod("year", "1890", True)


@pytest.mark.parametrize("header", ["1000", "1200", "1400", "1500", "1200 г", "2500"])
def test_a_bare_amount_is_no_year(header: str) -> None:
    assert column_period(header) is None


@pytest.mark.parametrize(
    ("header", "first_day"),
    [
        ("2024 Q2", "2024-04-01"),
        ("2024-Q2", "2024-04-01"),
        ("Q2 2024", "2024-04-01"),
        ("Q2 24", "2024-04-01"),
        ("Q2'24", "2024-04-01"),
        ("Q2 FY2024", "2024-04-01"),
        ("II квартал 2024", "2024-04-01"),
        ("2 кв. 2024 г.", "2024-04-01"),
    ],
)
def test_a_header_can_be_a_quarter_of_a_year(header: str, first_day: str) -> None:
    assert column_period(header) == ColumnPeriod("quarter", first_day, True)


@pytest.mark.parametrize(
    ("header", "first_day"),
    [
        ("March 2024", "2024-03-01"),
        ("Mar-24", "2024-03-01"),
        ("Mar. 2024", "2024-03-01"),
        ("Mar-2024", "2024-03-01"),
        ("2024-03", "2024-03-01"),
        ("март 2024 г.", "2024-03-01"),
        ("мар.24", "2024-03-01"),
    ],
)
def test_a_header_can_be_a_month_of_a_year(header: str, first_day: str) -> None:
    assert column_period(header) == ColumnPeriod("month", first_day, True)


@pytest.mark.parametrize(
    ("header", "kind"),
    [
        ("March", "month"),
        ("Mar.", "month"),
        ("май", "month"),
        ("Q3", "quarter"),
        ("I квартал", "quarter"),
        ("IV кв.", "quarter"),
    ],
)
def test_a_header_without_a_year_keeps_its_words(header: str, kind: str) -> None:
    assert column_period(header) == ColumnPeriod(kind, header, False)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "header", ["2010-11", "Jan 24", "5 March 2024", "Total", "Model-24", "Q5", "Q1 results", "No."]
)
def test_other_headers_are_no_periods(header: str) -> None:
    assert column_period(header) is None
