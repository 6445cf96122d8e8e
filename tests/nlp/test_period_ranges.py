"""Ranges of dates and decades in questions."""

import pytest

from workbench.nlp.period_ranges import named_periods


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("opened between 1900 and 1960", "1900-01-01", "1960-12-31"),
        ("с 1900 по 1960 год", "1900-01-01", "1960-12-31"),
        ("between March and May 2024", "2024-03-01", "2024-05-31"),
        ("с марта по май 2022", "2022-03-01", "2022-05-31"),
        ("from 5 May 2024 to 7 May 2024", "2024-05-05", "2024-05-07"),
        ("in the 1990s", "1990-01-01", "1999-12-31"),
        ("в 1990-х годах", "1990-01-01", "1999-12-31"),
        ("в 1950-м году", "1950-01-01", "1950-12-31"),
        ("in 2023", "2023-01-01", "2023-12-31"),
    ],
)
def test_a_range_is_one_period(text: str, first: str, last: str) -> None:
    (found,) = named_periods(text)
    assert (found.first.isoformat(), found.last.isoformat()) == (first, last)


def test_compared_ends_are_no_range() -> None:
    assert len(named_periods("the difference between 2022 and 2023")) == 2
