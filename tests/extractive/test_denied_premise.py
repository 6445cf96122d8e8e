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
        ("Why does the club make promises?", "The club makes no promises.", "make promises"),
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
        ("Why must wet copies come dry?", "A copy that is not wet is called a dry copy."),
        ("Does leaving the club delete your photos?", "Leaving does not delete your photos."),
    ],
)
def test_a_prohibition_or_another_negation_contradicts_nothing(
    question: str, statement: str
) -> None:
    assert contradicted_premise(question, [statement]) == ""


@pytest.mark.parametrize(
    ("question", "statement", "premise"),
    [
        ("Why is the tower open on Mondays?", "The tower is closed on Mondays.", "open"),
        ("Почему башня открыта по понедельникам?", "По понедельникам башня закрыта.", "открыта"),
        ("Why is registration optional?", "Registration is mandatory for boats.", "optional"),
        ("Why are dogs allowed in the hall?", "Dogs are prohibited in the hall.", "allowed"),
        ("Why is the offer valid for one year?", "An offer, valid for three years.", "one"),
        ("Why does the tour last three hours?", "The tour lasts one hour.", "three"),
    ],
)
def test_the_opposite_of_a_word_or_another_amount_contradicts_the_question(
    question: str, statement: str, premise: str
) -> None:
    assert contradicted_premise(question, [statement]) == premise


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("Why is the first boat late?", "The last boat is late because of the tide."),
        ("Why is the tower open on Mondays?", "The tower is not closed on Mondays."),
        ("Why is the tower open on Mondays?", "The shop is closed."),
        ("Why is the tower open on Mondays?", "The tower, closed till May, is open on Mondays."),
        ("Why does the tour last one hour?", "The tour lasts one hour."),
        ("Why is one of the boats red?", "Two boats are red."),
    ],
)
def test_the_opposite_of_another_thing_contradicts_nothing(question: str, statement: str) -> None:
    assert contradicted_premise(question, [statement]) == ""
