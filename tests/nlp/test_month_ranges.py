"""Ranges of months without a year."""

import pytest

from workbench.nlp.month_ranges import is_in_months, months_within


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("May to September", {5, 6, 7, 8, 9}),
        ("Heating: October to April", {10, 11, 12, 1, 2, 3, 4}),
        ("Nov\u2013Jan", {11, 12, 1}),
        ("с мая по июль", {5, 6, 7}),
        ("in May and in September", set()),
        ("You may go to March", set()),
    ],
)
def test_a_range_has_the_months_between_its_ends(text: str, months: set[int]) -> None:
    assert months_within(text) == months


def test_a_month_of_a_question_is_within_a_range() -> None:
    assert is_in_months("What is a night in July?", "May to September")
    assert not is_in_months("What is a night in October?", "May to September")
    assert not is_in_months("What is a night in May?", "May")
