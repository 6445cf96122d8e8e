"""Questions about a word, without the noun that says so."""

import pytest

from workbench.nlp.defined_terms import without_term_noun
from workbench.nlp.question_type import read_question


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ('What does the word "apse" mean?', 'What does "apse" mean?'),
        ("Define the term flying buttress", "Define flying buttress"),
        ("Что значит слово «апсида»?", "Что значит «апсида»?"),
        ("Что означает термин апсида?", "Что означает апсида?"),
    ],
)
def test_the_noun_before_a_word_is_left_out(question: str, expected: str) -> None:
    assert without_term_noun(question) == expected


@pytest.mark.parametrize(
    "question",
    ["What is the term of the lease?", "What does the word mean?", "Who gave the word of honour?"],
)
def test_other_words_and_terms_are_kept(question: str) -> None:
    assert without_term_noun(question) == question


def test_the_word_itself_is_what_a_question_is_about() -> None:
    terms = [term.text for term in read_question('What does the word "apse" mean?').terms]
    assert "apse" in terms and "word" not in terms
