"""Days of the week in a text."""

import pytest

from workbench.nlp.weekdays import weekdays


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Which guides work on Wednesday?", {2}),
        ("Tue, Wed, Fri", {1, 2, 4}),
        ("Mon-Fri", {0, 1, 2, 3, 4}),
        ("Sat to Mon", {5, 6, 0}),
        ("по средам и пятницам", {2, 4}),
        ("пн–пт", {0, 1, 2, 3, 4}),
        ("Monday through Thursday", {0, 1, 2, 3}),
        ("с понедельника по среду", {0, 1, 2}),
        ("The guide sat in the sun.", set()),
    ],
)
def test_days_are_read_in_every_form(text: str, days: set[int]) -> None:
    assert weekdays(text) == days
