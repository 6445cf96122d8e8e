"""A verb of several words is read as the one that says the same."""

import pytest

from workbench.nlp.phrasal_verbs import phrasal_verbs, says_by_phrase
from workbench.nlp.terms import stem_key


@pytest.mark.parametrize(
    ("text", "verbs"),
    [
        ("The pass ran out in May.", ["expire"]),
        ("Turn it off, then hand in and fill in the form", ["submit", "complete"]),
        ("Run to the out-door pool", []),
        ("Срок вышел", []),
    ],
)
def test_a_phrase_is_found_in_any_inflection(text: str, verbs: list[str]) -> None:
    assert [one.verb for one in phrasal_verbs(text)] == verbs


def test_the_place_of_a_phrase_is_that_of_all_its_words() -> None:
    text = "When does it run out, and why?"
    (found,) = phrasal_verbs(text)

    assert text[found.start : found.end] == "run out"


def test_a_text_says_a_verb_by_its_phrase() -> None:
    assert says_by_phrase(stem_key("expires"), "The pass runs out in May.")
    assert not says_by_phrase(stem_key("expires"), "The pass is sold out in May.")
