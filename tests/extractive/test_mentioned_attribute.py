"""An attribute that is only mentioned is not told."""

import pytest

from workbench.extractive.mentioned_attribute import mentioned_attribute
from workbench.extractive.sources import Source, SourceSet

MANUAL = SourceSet([Source("The mast is tall. The account of the skipper is locked.", ("Manual",))])


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("What is the skipper password?", "You have to enter the skipper password."),
        ("Какой пароль у учётной записи?", "Вам необходимо ввести пароль учётной записи."),
    ],
)
def test_a_thing_to_be_entered_is_only_mentioned(question: str, shown: str) -> None:
    assert mentioned_attribute(question, MANUAL, [shown]) in question
    assert mentioned_attribute(question, MANUAL, [shown])


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("What is the skipper password?", "The skipper password is in the safe."),
        ("What is the skipper password?", "Log in with the skipper password “anchor7”."),
        ("What is the skipper password?", "Skipper: locked; Password: anchor7"),
        ("What colour is the mast?", "Keep clear of the red mast, whatever its colour."),
        ("How many passwords are there?", "You have to enter two passwords."),
        ("What are the small anchors of a boat called?", "It has small anchors, or kedges."),
    ],
)
def test_what_is_said_of_an_attribute_or_stands_beside_it_tells_it(
    question: str, shown: str
) -> None:
    assert not mentioned_attribute(question, MANUAL, [shown])
