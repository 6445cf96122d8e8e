"""The kind of thing that a question asks for."""

import pytest

from workbench.nlp.lexical_answer_type import lexical_answer_type


@pytest.mark.parametrize(
    ("question", "thing"),
    [
        ("Which bank issues the cards?", "bank"),
        ("Which social network does the club use?", "network"),
        ("What form do I fill in?", "form"),
        ("Which charter brought harbour dues?", "charter"),
        ("In which room is German taught?", "room"),
        ("Какой банк выпускает карты?", "банк"),
        ("В каком зимнем порту стоит судно?", "порту"),
    ],
)
def test_the_noun_after_the_question_word_is_the_kind_of_thing(question: str, thing: str) -> None:
    assert lexical_answer_type(question) == thing


@pytest.mark.parametrize(
    "question",
    [
        "What does it need?",
        "What happens if the mast breaks?",
        "What is a mast?",
        "An oar broke, what now?",
        "Which boats are for hire?",
        "Which boats other than gigs are for hire?",
        "What kind of boat is it?",
        "Кто чинит лодку?",
    ],
)
def test_other_questions_ask_for_no_single_thing(question: str) -> None:
    assert lexical_answer_type(question) == ""
