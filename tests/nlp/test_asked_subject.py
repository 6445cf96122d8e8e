"""What a question asks the meaning or the activity of."""

import pytest

from workbench.nlp.asked_subject import acting_subject, subject_defined
from workbench.nlp.question_type import read_question


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What is a covered mooring?", ["covered", "mooring"]),
        ("Who is the Berth Holder in the harbour rules?", ["Berth", "Holder"]),
        ("What counts as a night watch?", ["night", "watch"]),
        ('What does "spring line" mean?', ["spring", "line"]),
        ("Что такое шпринг?", ["шпринг"]),
        ("What is an example of a fern?", []),
        ("How long is a night watch?", []),
    ],
)
def test_the_words_whose_meaning_is_asked(question: str, words: list[str]) -> None:
    assert [term.text for term in subject_defined(question)] == words


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What does the harbour master do?", ["harbour", "master"]),
        ("Что делает боцман?", ["боцман"]),
        ("Чем занимается дежурная группа?", ["дежурная", "группа"]),
        ("Что делает программа windlass?", ["windlass"]),
        ("Что делать, если порвался парус?", []),
        ("What does a berth cost?", []),
    ],
)
def test_what_acts_in_a_question_for_its_activity(question: str, words: list[str]) -> None:
    assert [term.text for term in acting_subject(question)] == words


def test_the_verb_that_asks_for_the_activity_is_no_word_to_be_found() -> None:
    assert [term.text for term in read_question("Что делает боцман?").terms] == ["боцман"]
