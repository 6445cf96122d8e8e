"""How similar the heading or FAQ question above a statement is to a question."""

import pytest

from workbench.extractive.question_likeness import SAME_QUESTION, question_similarity
from workbench.extractive.sources import Source
from workbench.nlp.question_type import read_question
from workbench.text.statements import statements

SOURCE = Source("### How do I get there?\n\nTake bus 8 to the market.")


@pytest.mark.parametrize(
    ("question", "is_same"),
    [
        ("How do I get there?", True),
        ("How can I get there by train?", True),
        ("If I quit a group early, how much do I get back?", False),
    ],
)
def test_a_title_of_general_words_is_asked_nearly_word_for_word(
    question: str, is_same: bool
) -> None:
    (one,) = statements(SOURCE.text)

    likeness = question_similarity(read_question(question), one, SOURCE)

    assert (likeness >= SAME_QUESTION) is is_same


def test_a_question_for_a_place_is_not_one_for_a_number() -> None:
    source = Source("**How many spare keys are kept?**\n\nAt most 200 spare keys are kept.")
    (one,) = statements(source.text)

    def likeness(question: str) -> float:
        return question_similarity(read_question(question), one, source)

    assert likeness("How many spare keys are kept?") >= SAME_QUESTION
    assert likeness("Where are the spare keys kept?") < SAME_QUESTION
