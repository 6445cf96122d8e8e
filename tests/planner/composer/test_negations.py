"""What is denied or excepted: of a value, of a relation, of the things that "no" stands before."""

import pytest

from tests.planner.composer.test_orders import answered
from tests.support.graph_folders import composer_for

MEMBERS = ("Ann Berg", "Carl Dahl", "Erik Foss", "Bea Lund", "Dora Moe", "Zack Nord")
BOATS = ("Gull", "Tern", "Puffin", "Heron", "Swift")


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Who is not a student?", "Carl Bea Dora Zack"),
        ("List the non-students", "Carl Bea Dora Zack"),
        ("Who is neither a student nor a teacher?", "Bea Dora"),
        ("Кто не студент и не учитель?", "Bea Dora"),
        ("Who does not live in Oslo?", "Erik Bea Dora Zack"),
        ("Кто живёт не в Oslo?", "Erik Bea Dora Zack"),
        ("Who does not live in Oslo and is not a student?", "Bea Dora Zack"),
        ("Which members live neither in Oslo nor in Bergen?", "Bea Zack"),
        ("Which unlicensed members live in Moss?", "Zack"),
        ("Which members own no ferry?", "Ann Carl Erik Bea Zack"),
        ("Which members own a boat that is not a ferry?", "Ann Carl Bea"),
        ("Which members are not teachers but own no boat?", "Erik"),
    ],
)
def test_people_that_something_is_denied_of(question: str, names: str) -> None:
    text = " ".join(answered("clubs", question)[-5:])
    assert {name for name in MEMBERS if name in text} == {
        name for name in MEMBERS if name.split()[0] in names.split()
    }


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("All boats excluding ferries", "Puffin Heron Swift"),
        ("Which boats are neither ferries nor yachts?", "Heron"),
        ("Which boats are not ferries or yachts?", "Heron"),
        ("Which boats are ferries or yachts?", "Gull Tern Puffin Swift"),
        ("Which ferries or yachts are moored in Oslo?", "Gull Puffin"),
        ("Which boats are longer than 15 m but not ferries?", "Heron"),
    ],
)
def test_either_value_of_a_property_may_be_meant(question: str, names: str) -> None:
    told = answered("clubs", question)
    text = " ".join(told[1:] or told)
    assert {name for name in BOATS if name in text} == {*names.split()}


@pytest.mark.parametrize(
    ("question", "word"),
    [("Все лодки, кроме яхт", "яхт"), ("All boats except the barges", "barges")],
)
def test_an_exception_that_nothing_is_known_of_excepts_nothing_else(
    question: str, word: str
) -> None:
    composed = composer_for("clubs").compose(question)
    assert composed.query.answer is None
    assert word in composed.query.unread


def test_what_stands_before_an_exception_is_not_excepted() -> None:
    told = " ".join(answered("clubs", "Who except students owns a boat?"))
    assert "Ann Berg" not in told and "Erik Foss" not in told
