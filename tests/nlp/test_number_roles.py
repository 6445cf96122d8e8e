"""What a number measures or counts, and whether another text has the same one."""

import pytest

from workbench.extractive.word_credit import match_credit
from workbench.nlp.number_roles import shares_number
from workbench.nlp.question_type import read_question


@pytest.mark.parametrize(
    ("question", "label", "is_shared"),
    [
        ("What does a member aged 20 pay?", "20 euros", False),
        ("What does a member aged 20 pay?", "Age 20", True),
        ("What does the plan with 500 GB cost?", "500 GB", True),
        ("What does the plan with 500 GB cost?", "500", True),
        ("What does the plan with 500 GB cost?", "500 users", False),
        ("What does the 500 plan cost?", "500 GB", True),
        ("Сколько платит член клуба 20 лет?", "20 рублей", False),
    ],
)
def test_a_number_is_the_same_in_one_role(question: str, label: str, is_shared: bool) -> None:
    assert shares_number(question, label) is is_shared


@pytest.mark.parametrize(
    ("text", "credit"),
    [
        ("Whoever returns tools dirty pays 20 euros.", 0.0),
        ("Members aged 20 pay half.", 1.0),
        ("Members under 25 pay half.", 0.7),
        ("Fees are due after 1 March.", 0.0),
        ("Members over 60 pay nothing.", 0.0),
        ("A boat for up to 40 people.", 0.0),
    ],
)
def test_an_age_is_found_as_such_or_in_its_range(text: str, credit: float) -> None:
    terms = read_question("What does a member aged 20 pay?").terms
    number = next(term for term in terms if term.text == "20")

    assert match_credit(number, text) == pytest.approx(credit)
