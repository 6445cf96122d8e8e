"""What a question asks to be told of a thing as a whole."""

import pytest

from workbench.nlp.asked_event import asked_event


@pytest.mark.parametrize(
    ("question", "event"),
    [
        ("What changed in Kiln 2.4?", "changed"),
        ("What is new in 2.4?", "new"),
        ("What was repaired in 2.4?", "repaired"),
        ("Что нового в сборке 2.4?", "нового"),
        ("Что изменилось в 2.4?", "изменилось"),
        ("What is the price of 2.4?", ""),
        ("When was 2.4 released?", ""),
        ("Какие языки есть в 2.4?", ""),
    ],
)
def test_the_word_after_what_tells_what_is_asked(question: str, event: str) -> None:
    assert asked_event(question) == event
