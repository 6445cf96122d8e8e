"""Days, months, quarters and years of a text."""

import pytest

from workbench.nlp.periods import periods


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("in 2023", "2023-01-01", "2023-12-31"),
        ("в 2023 году", "2023-01-01", "2023-12-31"),
        ("March of 2024", "2024-03-01", "2024-03-31"),
        ("в марте 2024 г.", "2024-03-01", "2024-03-31"),
        ("Q2 2023", "2023-04-01", "2023-06-30"),
        ("в третьем квартале 2023 года", "2023-07-01", "2023-09-30"),
        ("on the 5th of May 2024", "2024-05-05", "2024-05-05"),
        ("May 5th, 2024", "2024-05-05", "2024-05-05"),
        ("5-го мая 2024", "2024-05-05", "2024-05-05"),
        ("2024-05-05", "2024-05-05", "2024-05-05"),
        ("05.05.2024", "2024-05-05", "2024-05-05"),
    ],
)
def test_a_period_has_its_first_and_last_day(text: str, first: str, last: str) -> None:
    (found,) = periods(text)

    assert (found.first.isoformat(), found.last.isoformat()) == (first, last)


@pytest.mark.parametrize("text", ["31.02.2024", "room 204", "12345", "in March", ""])
def test_other_numbers_and_impossible_days_are_no_periods(text: str) -> None:
    assert periods(text) == []
