"""Relations that words of a text stand for."""

import pytest

from workbench.nlp.relation_lexicon import (
    expresses_relation,
    has_attribute_value,
    is_comparable_with,
    is_one_of,
)


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
    assert expresses_relation(relation, text)


def test_a_text_may_tell_of_something_else() -> None:
    assert not expresses_relation("resign", "The swarm coordinator is Ann Reed.")
    assert not expresses_relation("родилась", "Анна Рид руководит хором с 2015 года.")


def test_a_relation_without_words_in_the_other_language_cannot_be_told() -> None:
    assert not is_comparable_with("переплавляли", "The bells were cast in 1780.")
    assert is_comparable_with("основал", "The choir was founded in 1780.")


def test_a_value_tells_its_attribute_and_no_other() -> None:
    assert has_attribute_value("colour", "The door of the vestry is red.")
    assert has_attribute_value("цвета", "Дверь ризницы красная.")
    assert not has_attribute_value("colour", "The door of the vestry is locked.")
    assert not has_attribute_value("depth", "The door of the vestry is red.")


def test_managing_is_a_duty_and_founding_is_none() -> None:
    assert is_one_of("manages", "labelled_relations")
    assert not is_one_of("founded", "labelled_relations")
