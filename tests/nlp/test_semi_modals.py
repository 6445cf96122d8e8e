"""Verbs that only say that something will or must be done are not looked for in a text."""

import pytest

from workbench.nlp.question_type import read_question


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What happens if I am going to leave?", ["happens", "leave"]),
        ("How often does the pump need to be washed?", ["often", "pump", "washed"]),
        ("Which bus is going to the harbour?", ["bus", "going", "harbour"]),
        ("Who may go if the skipper cannot sail?", ["go", "skipper", "sail"]),
    ],
)
def test_a_verb_before_another_is_an_auxiliary(question: str, words: list[str]) -> None:
    assert [term.text for term in read_question(question).terms] == words
