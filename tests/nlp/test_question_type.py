"""What a question is taken to ask for."""

import pytest

from workbench.nlp.question_type import asks_for_reason, opens_with_yes_or_no, read_question


@pytest.mark.parametrize(
    ("question", "wants"),
    [
        ("How many people work here?", "wants_amount"),
        ("Сколько человек в команде?", "wants_amount"),
        ("When was it built?", "wants_time"),
        ("В каком году это построили?", "wants_time"),
        ("Who built it?", "wants_name"),
        ("Кому это поручили?", "wants_name"),
        ("What is a deductible?", "wants_definition"),
        ("Why was it built?", "wants_reason"),
        ("Что стало причиной пожара?", "wants_reason"),
    ],
)
def test_the_shape_of_the_answer(question: str, wants: str) -> None:
    assert getattr(read_question(question), wants)


def test_a_long_what_is_asks_for_a_detail() -> None:
    asked = read_question("What is the colour of the flag on the harbour tower?")

    assert not asked.wants_definition


def test_only_numbers_dates_and_names_are_pointed() -> None:
    assert read_question("Who built the dam?").is_pointed
    assert not read_question("How was the dam built?").is_pointed
    assert not read_question("Why did Ada leave, and when?").is_pointed


def test_reasons_and_verdicts() -> None:
    assert asks_for_reason("Причины")
    assert not asks_for_reason("Что изменили")
    assert opens_with_yes_or_no("Да, но не всегда.")
    assert not opens_with_yes_or_no("Нетрудно заметить.")


@pytest.mark.parametrize(
    "question", ["Гудок не гудит, чё делать?", "what to do if the lamp is out"]
)
def test_what_to_do_asks_for_steps(question: str) -> None:
    assert read_question(question).wants_steps
