"""Two documents that give different values for what is asked, and those that only seem to."""

import pytest

from workbench.extractive.disagreement import disagreement
from workbench.extractive.sentence_selection import best_statements, rank_statements
from workbench.extractive.sources import Source


def differing(
    question: str, one: str, other: str, titles: tuple[str, str] = ("Rules", "Answers")
) -> tuple[str, ...]:
    """The values of two documents that are said to differ."""
    sources = [
        Source(text, headings=(title,), document=title)
        for text, title in zip((one, other), titles, strict=True)
    ]
    found = disagreement(question, best_statements(question, sources), sources)
    return tuple(sorted(found.values)) if found else ()


@pytest.mark.parametrize(
    ("question", "one", "other", "values"),
    [
        (
            "How high is the tower?",
            "The tower is 40 metres high.",
            "The tower is 39 metres high.",
            ("39 metres", "40 metres"),
        ),
        (
            "When does the library open?",
            "The library opens at 9:00 on weekdays.",
            "The library opens at 9:30 on weekdays.",
            ("9:00", "9:30"),
        ),
        (
            "For how many nights in a row may I book the cabin?",
            "A booking of the cabin is for 7 nights in a row, and a boat may book 21 a year.",
            "The cabin can be booked for ten nights in a row, and from May a night costs $20.",
            ("7 nights", "ten nights"),
        ),
        (
            "Когда открывается библиотека?",
            "Библиотека открывается в 9:00.",
            "Библиотека открывается в 9:30.",
            ("9:00", "9:30"),
        ),
        (
            "When does the library close on Friday?",
            "The library opens at 12:00 and closes at 18:30, Monday to Friday.",
            "The library closes at 17:00 on Friday from March.",
            ("17:00", "18:30"),
        ),
        (
            "When do quiet hours start?",
            "Quiet hours are from 22:00 to 7:00. Boats are washed at the gate. Dogs keep off.",
            "Quiet hours start at 23:00 and end at 7:00. The desk sells maps. Lamps are free.",
            ("22:00", "23:00"),
        ),
        (
            "До скольки работает касса?",
            "Касса работает с 9:00 до 21:30.",
            "Касса с 1 февраля работает до 22:00.",
            ("21:30", "22:00"),
        ),
    ],
)
def test_values_of_the_kind_asked_for_differ(
    question: str, one: str, other: str, values: tuple[str, str]
) -> None:
    assert differing(question, one, other) == values


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (
            "Who keeps the tower?",
            "The tower is 40 metres high.",
            "The tower is 39 metres high.",
        ),
        (
            "When does the library open?",
            "The library is open from 9:00 to 17:00.",
            "The library is open from 9:00 to 18:00.",
        ),
        (
            "When does the library close?",
            "The library closes at 17:00 on Friday.",
            "The library closes at 13:00 on Saturday.",
        ),
        (
            "Does a trip need approval?",
            "A trip of 12 days needs approval.",
            "A trip of 20 days needs approval.",
        ),
        (
            "Which trip needs approval?",
            "A trip of 12 days needs approval.",
            "A trip of 20 days needs approval.",
        ),
        (
            "What is a pilot school?",
            "A pilot school offers over 2,000 courses.",
            "Time spent at a pilot school is coded as 969.",
        ),
        (
            "When was the tower opened?",
            "The opened tower is 40 metres high.",
            "The opened tower is 39 metres high.",
        ),
        (
            "Нужно ли согласовать поездку?",
            "Поездку на 12 дней нужно согласовать.",
            "Поездку на 20 дней нужно согласовать.",
        ),
    ],
)
def test_values_that_nobody_asks_for_are_not_compared(question: str, one: str, other: str) -> None:
    assert differing(question, one, other) == ()


@pytest.mark.parametrize(
    ("question", "one", "other", "values"),
    [
        (
            "How long may I book the laser cutter?",
            "The laser cutter may be booked for up to two hours at a time.",
            "Nobody should keep the laser cutter for longer than 90 minutes in one go.",
            ("90 minutes", "two hours"),
        ),
        (
            "How often is the first-aid box checked?",
            "The first-aid box is checked monthly.",
            "The first-aid box is looked through by the safety officer every week.",
            ("every week", "monthly"),
        ),
        (
            "Как часто меняют постельное бельё?",
            "Постельное бельё меняют раз в неделю.",
            "Бельё теперь будем менять раз в две недели.",
            ("раз в две недели", "раз в неделю"),
        ),
        (
            "Сколько стоит одна стирка?",
            "Одна стирка стоит 80 рублей.",
            "Стирка подорожала: 100 рублей за один цикл.",
            ("100 рублей", "80 рублей"),
        ),
    ],
)
def test_two_answers_in_their_own_words_differ(
    question: str, one: str, other: str, values: tuple[str, str]
) -> None:
    others = "The desk sells maps. Lamps are free.", "Dogs keep off. Boats are washed at the gate."

    assert differing(question, f"{one} {others[0]}", f"{other} {others[1]}") == values


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (
            "What year did Ann Tesling die?",
            "Ann Tesling died on 7 January 1943.",
            "In the drought of 2010 the vegetation died off.",
        ),
        (
            "How long is a lost key kept?",
            "A lost key is kept for 28 days.",
            "A key is changed after 14 days.",
        ),
        (
            "When was the Alder Fund founded?",
            "The Alder Fund writes within five weeks after the closing date.",
            "The Alder Fund answers within eight weeks after the closing date.",
        ),
    ],
)
def test_statements_that_tell_of_something_else_do_not_differ(
    question: str, one: str, other: str
) -> None:
    assert differing(question, one, other) == ()


@pytest.mark.parametrize(
    ("question", "one", "other", "titles"),
    [
        (
            "How long does cancellation take?",
            "Cancellation takes 21 days.",
            "Cancellation takes 14 days.",
            ("Home insurance", "Car insurance"),
        ),
        (
            "Сколько дней длится расторжение?",
            "Расторжение длится 21 день.",
            "Расторжение длится 14 дней.",
            ("Страхование дома", "Страхование автомобиля"),
        ),
        (
            "How much is paid for meals?",
            "Meals are paid up to 40 euros a day in Berlin.",
            "Meals are paid up to 45 euros a day in London.",
            ("Travel rules", "Travel questions"),
        ),
        (
            "Сколько платят за обед?",
            "За обед платят до 40 евро в Берлине.",
            "За обед платят до 45 евро в Лондоне.",
            ("Правила поездок", "Вопросы о поездках"),
        ),
    ],
)
def test_values_of_different_things_do_not_differ(
    question: str, one: str, other: str, titles: tuple[str, str]
) -> None:
    assert differing(question, one, other, titles) == ()
    assert differing(
        question, one, one.replace("21", "14").replace("40", "45"), ("Note A", "Letter")
    )


def test_a_number_without_a_unit_is_not_compared_by_the_word_after_it() -> None:
    one, other = "Room 7 is for meetings.", "Room 5 is for meetings."

    assert differing("What is the number of the room for meetings?", one, other) == ()


def test_statements_in_another_language_than_the_question_do_not_differ() -> None:
    one = "Cat of 12 with kidney disease: we pay $800."
    other = "An ambulance is paid up to $150 if the cat cannot be moved."

    assert differing("Сколько стоит страховка для кошки?", one, other) == ()


def test_a_statement_with_the_name_alone_does_not_differ() -> None:
    question = "How long does an HRO exchange last?"
    sources = [
        Source("A member can serve for 8 years with HRO.", ("Hiring",), document="Hiring"),
        Source(
            "Exchanges last for 120 days. An exchange is free. An exchange is rare.",
            ("Exchanges within HRO",),
            document="Exchanges",
        ),
    ]

    assert disagreement(question, rank_statements(question, sources), sources) is None
