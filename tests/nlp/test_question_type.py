"""What a question is taken to ask for."""

import pytest

from workbench.nlp.question_type import (
    asks_for_reason,
    has_new_name,
    opens_with_yes_or_no,
    read_question,
)


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


@pytest.mark.parametrize(
    "question",
    ["What does excess mean?", "What is an excess?", "Что такое лимит?", "Что значит «франшиза»?"],
)
def test_the_meaning_of_a_word_is_no_amount(question: str) -> None:
    asked = read_question(question)

    assert asked.wants_definition
    assert not asked.wants_amount


def test_a_long_what_is_asks_for_a_detail() -> None:
    asked = read_question("What is the colour of the flag on the harbour tower?")

    assert not asked.wants_definition


@pytest.mark.parametrize(
    ("question", "listed"),
    [
        ("Who are the officers of the club?", "officers"),
        ("What are the board members paid?", ""),
        ("What are the opening hours?", ""),
        ("What happens if I come late?", ""),
        ("What happens to my boat?", ""),
        ("Which days are free?", "days"),
        ("What kinds of leave are there?", "leave"),
    ],
)
def test_a_plural_asks_for_a_list_and_a_verb_does_not(question: str, listed: str) -> None:
    assert read_question(question).listed == listed


@pytest.mark.parametrize(
    ("question", "wants_verdict"),
    [
        ("May I bring a dog?", True),
        ("Можно ли прийти с собакой?", True),
        ("Можно ли узнать, когда откроется музей?", True),
        ("Когда можно прийти?", False),
        ("Какое оборудование можно взять?", False),
    ],
)
def test_yes_or_no_is_not_asked_after_another_question_word(
    question: str, wants_verdict: bool
) -> None:
    assert read_question(question).wants_verdict is wants_verdict


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


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Until what time in the evening may I drill?", ["time", "drill"]),
        ("May I drill after ten at night?", ["drill", "after"]),
        ("May I drill after 10 pm?", ["drill", "after"]),
        ("Is the bar open at half past twelve?", ["bar", "open"]),
        ("Is the bar open in the evening?", ["bar", "open", "evening"]),
        ("Может ли кухня работать в 8 вечера?", ["кухня", "работать"]),
    ],
)
def test_words_of_a_time_of_the_day_are_not_looked_for(question: str, words: list[str]) -> None:
    assert sorted(term.text for term in read_question(question).terms) == sorted(words)


@pytest.mark.parametrize(
    ("question", "unit"),
    [
        ("My daughter is 5, does she pay?", "year"),
        ("And if she is 12?", "year"),
        ("The room is 5, is it free?", ""),
    ],
)
def test_a_number_said_of_a_person_is_an_age(question: str, unit: str) -> None:
    (number,) = (term for term in read_question(question).terms if term.text.isdigit())

    assert number.unit == unit


@pytest.mark.parametrize(
    "question",
    ["What does excess mean?", 'What is the meaning of "excess"?', "What is meant by excess?"],
)
def test_the_words_that_ask_for_a_meaning_are_not_looked_for_in_a_definition(question: str) -> None:
    found = read_question(question)
    assert [term.text for term in found.terms] == ["excess"]
    assert found.wants_definition


@pytest.mark.parametrize(
    ("question", "carried"),
    [
        ("Who founded the club? And on which pier is the lamp?", {"found", "club"}),
        ("How do I renew a pass? And what does it cost?", set()),
        ("How do I renew a pass? And the fee?", set()),
        ("I lost my pass at the pier. Who keeps lost things?", set()),
    ],
)
def test_a_complete_follow_up_carries_the_words_of_the_question_before(
    question: str, carried: set[str]
) -> None:
    assert read_question(question).carried == carried


def test_the_name_of_a_file_is_no_name() -> None:
    asked = read_question("Who wrote the manual?")
    assert not has_new_name(asked, "The tool writes Manual.lock anew.")
    assert has_new_name(asked, "It was written by Ann Reed.")


@pytest.mark.parametrize(
    ("question", "wants_list"),
    [
        ("What should the note include?", True),
        ("I am new here. What does the kit contain?", True),
        ("Что входит в набор?", True),
        ("Из чего состоит набор?", True),
        ("What does the fare depend on?", True),
        ("От чего зависит цена билета?", True),
        ("Who lists the boats?", False),
        ("What does the note say?", False),
    ],
)
def test_a_question_for_what_a_thing_contains_asks_for_a_list(
    question: str, wants_list: bool
) -> None:
    assert read_question(question).wants_list is wants_list


@pytest.mark.parametrize(
    ("question", "number", "unit"),
    [
        ("Is a boat of $3,000 insured?", "3000", "usd"),
        ("Застрахована ли лодка за 15 000 рублей?", "15000", "rub"),
        ("Can 1,500 people come?", "1500", "count"),
    ],
)
def test_a_number_written_in_groups_is_one_word(question: str, number: str, unit: str) -> None:
    numbers = [term for term in read_question(question).terms if term.text[0].isdigit()]

    assert [(term.text, term.unit) for term in numbers] == [(number, unit)]


def test_a_phrasal_verb_is_one_word() -> None:
    words = [term.text for term in read_question("When do the tickets run out?").terms]

    assert words == ["tickets", "expire"]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What does a day pass cost? No parking needed.", ["day", "pass", "cost"]),
        ("What does a pass cost? No parking. I am a student.", ["pass", "cost", "student"]),
        ("Сколько стоит стоянка? Без охраны.", ["стоит", "стоянка"]),
        ("No heating in my room. Whom do I call?", ["heating", "room", "call"]),
        ("No card? Whom do I call?", ["card", "call"]),
    ],
)
def test_what_is_excluded_after_the_question_is_not_looked_for(
    question: str, words: list[str]
) -> None:
    assert [term.text for term in read_question(question).terms] == words


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How long does the ferry take?", ["ferry", "take"]),
        ("Как долго идёт паром?", ["идёт", "паром"]),
        ("How long is the bridge?", ["long", "bridge"]),
    ],
)
def test_the_degree_of_a_period_is_not_looked_for(question: str, words: list[str]) -> None:
    assert [term.text for term in read_question(question).terms] == words


@pytest.mark.parametrize(
    ("question", "numbers"),
    [
        ("Is a shift of more than 2,5 hours paid?", ["2.5"]),
        ("Оплачивают ли больше 2,5 часов?", ["2.5"]),
        ("Is 1" + ",000" * 110 + " a number?", ["1", "000"]),
    ],
)
def test_a_fraction_is_one_number_and_an_endless_one_is_none(
    question: str, numbers: list[str]
) -> None:
    found = [term.text for term in read_question(question).terms if term.text[0].isdigit()]

    assert found == numbers
