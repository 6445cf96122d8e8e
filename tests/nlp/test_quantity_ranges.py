"""Numbers in the range that a label names."""

import pytest

from workbench.nlp.quantity_ranges import is_in_range


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("a claim of 900 pounds", "£250 to £2,000"),
        ("How much leave after 3 years?", "2 to 5 years"),
        ("and after 6?", "Over 5 years"),
        ("after 18 months", "6 months to 2 years"),
        ("we send 30 GB a day", "up to 50 GB"),
        ("стаж 4 года", "От 3 до 5 лет"),
        ("a child of 7", "Child 5 to 15"),
    ],
)
def test_a_number_lies_in_the_range_of_a_label(question: str, label: str) -> None:
    assert is_in_range(question, label)


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("a claim of 900 pounds", "up to £250"),
        ("a claim of 900 pounds", "over £2,000"),
        ("in 3 days", "2 to 5 years"),
        ("after 2 years", "Under 2 years"),
        ("version 4.6", "4.2"),
        ("стаж 4 года", "Больше 5 лет"),
        ("after 3 years", "Full time"),
    ],
)
def test_a_number_outside_the_range_or_of_another_unit_does_not(question: str, label: str) -> None:
    assert not is_in_range(question, label)
