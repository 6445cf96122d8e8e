"""The two things that a question compares."""

import pytest

from workbench.nlp.compared_sides import (
    compared_sides,
    compared_terms,
    side_questions,
    words_of_sides,
)


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        ("Compare the Skipper and Starter courses", "Skipper", "Starter courses"),
        ("What is the difference between the red boat and the blue boat?", "red", "blue"),
        ("How does Basic differ from Premier?", "Basic", "Premier"),
        (
            "Чем отличается эстрадный вокал от раннего развития?",
            "эстрадный вокал",
            "раннего развития",
        ),
        ("Сравни залог за скрипку и за флейту", "скрипку", "флейту"),
        ("Compare lamp hire in spring and autumn", "spring", "autumn"),
        ("What do I ring for the help desk and for a fire?", "help desk", "fire"),
        ("Phone code and lamp key: how long is each?", "Phone code", "lamp key"),
        ("Which is heavier, the blue kayak or the raft?", "blue kayak", "raft"),
        ("Do Northgate and Harbour have a car park?", "Northgate", "Harbour"),
        ("What are the prices of the Heron 3 and the Marten X?", "Heron 3", "Marten X"),
        ("Чем отличаются часы работы «Атланта» и «Волны»?", "Атланта", "Волны"),
        ("Где дешевле, в «Атланте» или в «Волне»?", "Атланте", "Волне"),
        ("What is the difference between -k and --small?", "-k", "--small"),
    ],
)
def test_each_side_has_its_own_words(question: str, one: str, other: str) -> None:
    sides = compared_sides(question)

    assert sides is not None
    assert tuple(" ".join(term.text for term in side) for side in sides) == (one, other)


@pytest.mark.parametrize(
    "question",
    [
        "What is the fee and the limit?",
        "How long is it valid and for whom?",
        "From Monday to Friday?",
        "Compare the boats",
        "Do I need a licence or a permit?",
        "How heavy is the Marten X and who leads the workshop?",
        "Compare the boat and the boat",
        "",
        "?",
    ],
)
def test_without_two_things_to_compare_there_are_no_sides(question: str) -> None:
    assert compared_sides(question) is None


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (
            "Which is cheaper for a visit, North Clinic or Harbour Clinic?",
            "Which is cheaper for a visit, North Clinic?",
            "Which is cheaper for a visit, Harbour Clinic?",
        ),
        (
            "What are the prices of the Heron 3 and the Marten X?",
            "What are the prices of the Heron 3?",
            "What are the prices of the Marten X?",
        ),
        (
            "Есть ли сауна в «Атланте» и в «Волне»?",
            "Есть ли сауна в «Атланте»?",
            "Есть ли сауна в «Волне»?",
        ),
    ],
)
def test_the_question_is_asked_of_each_side_alone(question: str, one: str, other: str) -> None:
    assert side_questions(question) == (one, other)


@pytest.mark.parametrize("question", ["What is the fee and the limit?", "", "?"])
def test_a_question_without_sides_is_asked_once(question: str) -> None:
    assert side_questions(question) == (question,)
    assert words_of_sides(question) == ()


@pytest.mark.parametrize(
    ("question", "things"),
    [
        ("How does a pull differ from a fetch?", ["pull", "fetch"]),
        ("How does a pull differ?", ["pull"]),
        ("Which is cheaper, a pull or a fetch?", []),
        ("What is a pull?", []),
    ],
)
def test_a_comparison_names_its_things_and_what_it_asks(question: str, things: list[str]) -> None:
    assert [term.text for term in compared_terms(question)] == things
