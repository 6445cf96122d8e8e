"""Questions that a conjunction joins."""

import pytest

from workbench.nlp.sub_questions import sub_questions


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
