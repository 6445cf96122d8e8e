"""What a number measures or counts, and whether another text has the same one."""

import pytest

from workbench.extractive.word_credit import match_credit
from workbench.nlp.amounts import amounts
from workbench.nlp.number_roles import identifying_numbers, is_in_name, shares_number
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


@pytest.mark.parametrize(
    ("question", "numbers"),
    [
        ("What was the name of release 3.1?", [3.1]),
        ("Какое имя было у выпуска 3.1?", [3.1]),
        ("What does room 7 cost?", [7]),
        ("Can I bring 2 dogs?", []),
        ("Is it open at 9?", []),
        ("What happened in 2005?", []),
    ],
)
def test_a_number_behind_the_word_for_its_thing_identifies_it(
    question: str, numbers: list[float]
) -> None:
    assert [one.value for one in identifying_numbers(question)] == numbers


@pytest.mark.parametrize(
    ("text", "is_name"),
    [
        ("It speaks HTTP/2.", True),
        ("See PEP 703.", True),
        ("See #117.", True),
        ("Call 1.704.948.", True),
        ("There are 14 beds.", False),
        ("In 14 rooms.", False),
    ],
)
def test_a_number_that_is_part_of_a_name_counts_nothing(text: str, is_name: bool) -> None:
    assert is_in_name(amounts(text)[0], text) is is_name
