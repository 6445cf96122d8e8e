"""The two things that a question compares."""

import pytest

from workbench.nlp.compared_sides import compared_sides


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
        "Compare the boat and the boat",
        "",
        "?",
    ],
)
def test_without_two_things_to_compare_there_are_no_sides(question: str) -> None:
    assert compared_sides(question) is None
