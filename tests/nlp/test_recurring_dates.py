"""Months and days that a text names without a year."""

import pytest

from workbench.nlp.recurring_dates import recurring_dates, recurring_part


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Which events were held in August?", "-08-"),
        ("on 5 March", "-03-05"),
        ("on March 5th", "-03-05"),
        ("the 5th of March", "-03-05"),
        ("в августе", "-08-"),
        ("5 марта", "-03-05"),
        ("до 1-го мая", "-05-01"),
        ("fired in may", "-05-"),
        ("on 3 may", "-05-03"),
        ("opened in march?", "-03-"),
    ],
)
def test_a_month_or_a_day_of_any_year(text: str, part: str) -> None:
    (found,) = recurring_dates(text)
    assert found.part == part


@pytest.mark.parametrize(
    "text",
    [
        "in March 2024",
        "5 марта 2024 года",
        "2024-03-05",
        "It may rain",
        "Which 3 may close?",
        "on 31 June",
        "марка",
    ],
)
def test_dates_with_a_year_and_other_words_are_none(text: str) -> None:
    assert [one for one in recurring_dates(text) if one.day] == []
    assert "may" not in text or recurring_dates(text) == []


def test_a_part_of_dates_is_told_in_words() -> None:
    month, day = recurring_part("-08-"), recurring_part("-03-05")
    assert month is not None
    assert (month.text("en"), month.text("ru")) == ("August", "август")
    assert day is not None
    assert (day.text("en"), day.text("ru")) == ("5 March", "05.03")
    assert recurring_part("2024-03") is None
    assert recurring_part(5) is None
