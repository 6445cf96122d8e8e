"""Facts of an intent that do not hold what is asked for."""

import pytest

from workbench.checks.diagnostics.estimate.answer_type_check import (
    lacks_definition,
    missing_count,
    missing_kind,
)
from workbench.domain.evidence import Evidence
from workbench.nlp.question_type import read_question


def facts(*texts: str) -> list[Evidence]:
    return [Evidence(type="fact", text=text) for text in texts]


@pytest.mark.parametrize(
    ("question", "fact", "noun"),
    [
        ("How many people sing there?", "Evensong (Leeds, May 2019 to June 2020)", "people"),
        ("How many people sing there?", "Evensong. Choir: 12 singers", "people"),
        ("How many people sing there?", "Evensong. Choir: 12 people, two of them basses", ""),
        ("How many engineers built it?", "Organ. Team: 4 engineers and a carpenter", ""),
        ("Сколько человек пело?", "Хор: 12 человек", ""),
        ("Сколько человек пело?", "Хор, май 2019 — июнь 2020", "человек"),
        ("How many seats are there?", "Nave — Seats: 240", ""),
        ("Сколько лет он поёт?", "Хор: регент, с марта 2019 года по настоящее время", "лет"),
        ("Сколько лет он поёт?", "Хор: регент, опыт 9 лет", ""),
        ("Сколько дней ждать?", "Хор: 14 рабочих дней после заявки", ""),
        ("Сколько длится вечерня?", "Вечерня: 40 минут", ""),
        ("How many clinics use it?", "It runs in a clinic network. Team: 8 people", "clinics"),
        ("When does it begin?", "Evensong", ""),
    ],
)
def test_a_number_stands_beside_what_is_counted(question: str, fact: str, noun: str) -> None:
    assert missing_count(question, facts(fact)) == noun


def test_a_query_without_facts_of_an_intent_counts_by_itself() -> None:
    assert missing_count("How many people sing there?", []) == ""


def test_most_facts_of_a_list_hold_a_duration_that_is_asked_for() -> None:
    asked = read_question("How long is a loan valid?")
    places = facts("Maps: the reading room", "Prints: at home", "Books: at home, up to 90 days")
    assert missing_kind(asked, places, ["Where may a loan be read?"]) == "duration"
    assert missing_kind(asked, facts("Maps: 2 days", "Prints: at home"), []) is None


def test_the_first_fact_may_tell_more_than_those_that_follow() -> None:
    asked = read_question("How long did she stay at the abbey?")
    stay = facts("Organist, July 2018 to August 2020", "Tuning", "Choir practice")
    assert missing_kind(asked, stay, []) is None


def test_people_are_told_by_an_intent_whose_examples_ask_for_them() -> None:
    asked = read_question("Who is covered by the home policy?")
    covered = facts("Buildings: $500,000", "Contents: $40,000")
    assert missing_kind(asked, covered, ["What does {product} cover?"]) == "who"
    assert missing_kind(asked, covered, ["Who is insured by {product}?"]) is None


def test_an_address_tells_whom_to_write_to() -> None:
    asked = read_question("Whom do I write to?")
    assert missing_kind(asked, facts("Complaints: desk@abbey.example"), []) is None


@pytest.mark.parametrize("question", ["What is an apse?", "Что такое апсида?", "What is Evensong?"])
def test_what_something_is_is_told_by_an_intent_for_it(question: str) -> None:
    places = ["Where is {service} sung?", "Where do you use {part}?"]
    assert lacks_definition(question, ["Evensong"], places)
    assert not lacks_definition(question, ["Evensong"], [*places, "Tell me about the {service}"])
    assert not lacks_definition(question, ["Evensong"], [*places, "What does apse mean?"])


def test_a_value_of_something_is_no_meaning() -> None:
    assert not lacks_definition(
        "What is the length of Evensong?", ["Evensong"], ["How long is it?"]
    )
