"""What a question lists, and the words in it that only ask for several things."""

import pytest

from workbench.nlp.listed_things import kinds_of, read_listed
from workbench.nlp.question_type import read_question


@pytest.mark.parametrize(
    ("question", "listed", "terms"),
    [
        ("What kinds of library card are there?", "card", ["library", "card"]),
        ("What flexible schedule types do we allow?", "schedule", ["flexible", "schedule"]),
        ("Какие виды ржаного хлеба есть?", "хлеба", ["ржаного", "хлеба"]),
        ("Какие бывают смены?", "смены", ["смены"]),
        ("Какие виды есть?", "виды", ["виды"]),
        ("List the rooms that can be hired.", "rooms", ["rooms", "hired"]),
        ("Перечислите машины в цехе.", "машины", ["машины", "цехе"]),
        ("Перечислите, что запрещено.", "", ["запрещено"]),
        ("Which Linux distributions are supported?", "distributions", ["Linux", "distributions"]),
    ],
)
def test_the_kind_is_what_the_answers_are(question: str, listed: str, terms: list[str]) -> None:
    asked = read_question(question)

    assert asked.listed == listed
    assert asked.wants_list
    assert [one.text for one in asked.terms][: len(terms)] == terms


@pytest.mark.parametrize(
    ("heading", "kinds"),
    [
        ("Types of schedules", "schedules"),
        ("Виды хлеба", "хлеба"),
        ("Types", "Types"),
        ("Shared tools", "Shared tools"),
    ],
)
def test_a_heading_of_kinds_is_about_what_they_are_of(heading: str, kinds: str) -> None:
    assert kinds_of(heading) == kinds


@pytest.mark.parametrize(
    "question", ["До какого числа сдать отчёт?", "Какой марки насос в котельной?"]
)
def test_a_question_word_in_the_singular_asks_for_no_list(question: str) -> None:
    assert not read_question(question).wants_list


def test_in_russian_the_first_noun_names_the_kind() -> None:
    assert read_listed("Какие типы замков лодок бывают?").noun == "замков"
    assert read_listed("Какие виды старых лодок бывают?").noun == "лодок"
