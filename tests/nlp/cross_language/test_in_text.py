"""Words of a question in a text of the other language."""

import pytest

from workbench.nlp.cross_language import is_in_other_language
from workbench.nlp.terms import content_terms


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("discount", "Скидки действуют до мая."),
        ("traffic", "Объём трафика не ограничен."),
        ("понедельник", "Closed on Mondays."),
    ],
)
def test_a_translation_or_a_word_of_the_same_sound_counts(word: str, text: str) -> None:
    (term,) = content_terms(word)

    assert is_in_other_language(term, text)


@pytest.mark.parametrize(("word", "text"), [("discount", "Сад открыт весной."), ("fee", "A fee")])
def test_other_words_and_words_of_one_language_do_not(word: str, text: str) -> None:
    (term,) = content_terms(word)

    assert not is_in_other_language(term, text)
