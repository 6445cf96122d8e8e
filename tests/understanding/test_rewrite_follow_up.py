"""An elliptical follow-up over documents is rewritten so that it stands alone."""

import pytest

from workbench.understanding.rewrite_follow_up import standalone


@pytest.mark.parametrize(
    ("earlier", "question", "rewritten"),
    [
        (
            "What does the ferry cost in Bergen?",
            "and in Oslo?",
            "What does the ferry cost in Oslo?",
        ),
        (
            "Сколько стоит парковка для грузовика?",
            "А для мотоцикла?",
            "Сколько стоит парковка для мотоцикла?",
        ),
        (
            "Until when is version 1.4 supported?",
            "And 1.5?",
            "Until when is version 1.5 supported?",
        ),
        (
            "Which lock should I use?",
            "where do I get it?",
            "Which lock should I use? where do I get it?",
        ),
        (
            "Как продлить пропуск?",
            "А сколько это стоит?",
            "Как продлить пропуск? А сколько это стоит?",
        ),
    ],
)
def test_what_is_left_out_comes_from_the_earlier_question(
    earlier: str, question: str, rewritten: str
) -> None:
    assert standalone(question, earlier) == rewritten


@pytest.mark.parametrize(
    "question",
    [
        "How long do refunds take?",
        "Кто отвечает за склад в Туле?",
        "And which documents does a driver need to cross the border with a trailer?",
    ],
)
def test_a_question_that_stands_alone_is_not_rewritten(question: str) -> None:
    assert standalone(question, "What does the ferry cost in Bergen?") == ""
