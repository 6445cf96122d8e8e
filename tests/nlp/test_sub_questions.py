"""Questions that a conjunction joins."""

import pytest

from workbench.nlp.sub_questions import completed_questions, sub_questions


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "When does the ferry leave, and how much does a ticket cost?",
            ("When does the ferry leave", "how much does a ticket cost?"),
        ),
        (
            "Когда уходит паром и сколько стоит билет?",
            ("Когда уходит паром", "сколько стоит билет?"),
        ),
    ],
)
def test_each_part_is_a_question(text: str, parts: tuple[str, ...]) -> None:
    assert sub_questions(text) == parts


@pytest.mark.parametrize(
    "text",
    [
        "Which ferry is the longest and how much?",
        "Who is the keeper and what does he earn?",
        "What is the fee for adults and children?",
        "Сколько стоит билет для взрослых и детей?",
    ],
)
def test_a_part_that_needs_the_others_is_not_asked_apart(text: str) -> None:
    assert sub_questions(text) == (text,)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "When was the Heron launched and who steers her?",
            ("When was the Heron launched", "who steers Heron?"),
        ),
        (
            "What does the night keeper earn and where does he live?",
            ("What does the night keeper earn", "where does night keeper live?"),
        ),
        ("When was the mill built and who owns it?", ("When was the mill built", "who owns mill?")),
        ("Кто смотритель и где он живёт?", ("Кто смотритель", "где смотритель живёт?")),
    ],
)
def test_a_pronoun_is_replaced_by_what_the_first_part_names(
    text: str, parts: tuple[str, ...]
) -> None:
    assert completed_questions(text) == parts


@pytest.mark.parametrize("text", ["Where is it sold and what does it cost?", "Who came and when?"])
def test_a_part_that_the_first_one_does_not_complete_is_not_asked_apart(text: str) -> None:
    assert completed_questions(text) == (text,)
