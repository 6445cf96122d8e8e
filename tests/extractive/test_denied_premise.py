"""What a question takes for granted and a sentence denies."""

import pytest

from workbench.extractive.premise import contradicted_premise


@pytest.mark.parametrize(
    ("question", "statement", "premise"),
    [
        (
            "Why does leaving the club delete your photos?",
            "Leaving the club does not delete any of your photos.",
            "delete your photos",
        ),
        (
            "Почему этот канал считается каналом поддержки?",
            "Это канал для разработчиков, это не канал поддержки.",
            "канал считается каналом поддержки",
        ),
        (
            "Почему отчёты надо отправлять от имени хранителя?",
            "Не отправляйте отчёты от имени хранителя.",
            "отчёты надо отправлять от имени хранителя",
        ),
    ],
)
def test_a_sentence_that_denies_the_words_of_the_question_contradicts_it(
    question: str, statement: str, premise: str
) -> None:
    assert contradicted_premise(question, [statement]) == premise


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("Why is it forbidden to feed the ducks?", "Do not feed the ducks: bread harms them."),
        ("Why may guests not feed the ducks?", "Guests may not feed the ducks."),
        ("Почему нельзя кормить уток?", "Не кормите уток: хлеб им вреден."),
        ("Why does the club delete photos?", "Photos are deleted, since it has no room."),
        (
            "Why is the tower closed in winter?",
            "It is not heated, so the tower is closed in winter.",
        ),
        ("Does leaving the club delete your photos?", "Leaving does not delete your photos."),
    ],
)
def test_a_prohibition_or_another_negation_contradicts_nothing(
    question: str, statement: str
) -> None:
    assert contradicted_premise(question, [statement]) == ""
