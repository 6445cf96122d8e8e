"""English labels are inflected, and agent nouns are told by their verbs."""

import pytest

from workbench.nlp.english_forms import is_agent_noun


@pytest.mark.parametrize(
    ("noun", "verb"),
    [
        ("designers", "designed"),
        ("composer", "composed"),
        ("conductor", "conducts"),
        ("supplier", "supplied"),
        ("runner", "run"),
        ("operators", "operates"),
    ],
)
def test_an_agent_noun_is_made_of_its_verb(noun: str, verb: str) -> None:
    assert is_agent_noun(noun, verb)


@pytest.mark.parametrize(
    ("word", "verb"),
    [
        ("covers", "covers"),
        ("borders", "bordered"),
        ("offers", "offered"),
        ("power", "powers"),
        ("number", "numbered"),
        ("member", "embers"),
        ("designer", "borders"),
        ("author", "auth"),
    ],
)
def test_a_word_that_only_ends_like_one_is_no_agent_noun(word: str, verb: str) -> None:
    assert not is_agent_noun(word, verb)
