"""How well a text has a word of a question: the word itself, a related one, a synonym."""

import pytest

from workbench.extractive.word_credit import (
    RELATED_CREDIT,
    SYNONYM_CREDIT,
    TRANSLATED_CREDIT,
    match_credit,
)
from workbench.nlp.terms import content_terms


@pytest.mark.parametrize(
    ("word", "text", "credit"),
    [
        ("boats", "A boat is kept at the pier.", 1.0),
        ("Wednesday", "Open Mon-Fri.", 1.0),
        ("July", "The ferry sails from May to September.", 1.0),
        ("discount", "Действует скидка 5 %.", TRANSLATED_CREDIT),
        ("deliver", "The delivery takes two days.", RELATED_CREDIT),
        ("sold", "Selling a boat", RELATED_CREDIT),
        ("exams", "The examination is held in June.", RELATED_CREDIT),
        ("комп", "Компьютер стоит в зале.", RELATED_CREDIT),
        ("exams", "The test is held in June.", SYNONYM_CREDIT),
        ("cost", "The price is on the door.", SYNONYM_CREDIT),
        ("boats", "The ferry has a bell.", 0.0),
    ],
)
def test_a_word_earns_by_how_the_text_says_it(word: str, text: str, credit: float) -> None:
    (term,) = content_terms(word)

    assert match_credit(term, text) == credit


def test_a_form_of_a_verb_that_tells_little_finds_nothing() -> None:
    (term,) = content_terms("got")

    assert match_credit(term, "Getting a boat") == 0.0
