"""Relations that words of a text stand for."""

import pytest

from workbench.nlp.known_relations import can_tell, is_one_of, tells_of, tells_value


@pytest.mark.parametrize(
    ("relation", "text"),
    [
        ("resign", "Ann Reed stepped down in May."),
        ("resign", "Анна Рид ушла в отставку в мае."),
        ("teaches", "Singing is taught by Ann Reed."),
        ("organs", "There is one organ."),
        ("warm", "The water has 26 degrees."),
    ],
)
def test_a_text_tells_of_a_relation_in_its_own_words(relation: str, text: str) -> None:
    assert tells_of(relation, text)


def test_a_text_may_tell_of_something_else() -> None:
    assert not tells_of("resign", "The swarm coordinator is Ann Reed.")
    assert not tells_of("родилась", "Анна Рид руководит хором с 2015 года.")


def test_a_relation_without_words_in_the_other_language_cannot_be_told() -> None:
    assert not can_tell("переплавляли", "The bells were cast in 1780.")
    assert can_tell("основал", "The choir was founded in 1780.")


def test_a_value_tells_its_attribute_and_no_other() -> None:
    assert tells_value("colour", "The door of the vestry is red.")
    assert tells_value("цвета", "Дверь ризницы красная.")
    assert not tells_value("colour", "The door of the vestry is locked.")
    assert not tells_value("depth", "The door of the vestry is red.")


def test_managing_is_a_duty_and_founding_is_none() -> None:
    assert is_one_of("manages", "labelled_relations")
    assert not is_one_of("founded", "labelled_relations")
