"""The full stop of an abbreviated day or month ends no sentence before the rest of its date."""

import pytest

from workbench.nlp.date_abbreviations import goes_on_after_date
from workbench.text.statements import statements


@pytest.mark.parametrize(
    ("before", "after", "goes_on"),
    [
        ("It was released in Jan.", "1996 by its author.", True),
        ("The meeting on Tue.", "Feb. 3 was cancelled.", True),
        ("Собрание 3 февр.", "2024 г. прошло.", True),
        ("Сбор в пн.", "3 мая.", True),
        ("It was released in Jan.", "Its author left.", False),
        ("It was released in May.", "12 people came.", False),
        ("Дом построили в мае.", "12 семей въехали.", False),
        ("The cat lay in the sun.", "3 birds sang.", False),
    ],
)
def test_a_date_goes_on_after_its_abbreviation(before: str, after: str, goes_on: bool) -> None:
    assert goes_on_after_date(before, after) is goes_on


def test_a_statement_keeps_its_abbreviated_date() -> None:
    text = "Ann Reed wrote the tool in Jan. 1996 and gave it away. It was slow."

    first, _ = statements(text)

    assert first.text == "Ann Reed wrote the tool in Jan. 1996 and gave it away."
