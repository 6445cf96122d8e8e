"""English labels are inflected, and agent nouns are told by their verbs."""

import pytest

from workbench.nlp.english_forms import is_agent_noun, is_past_of_noun


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


@pytest.mark.parametrize(
    ("verb", "noun"),
    [("captained", "captain"), ("piloted", "pilot"), ("authored", "author"), ("judged", "judge")],
)
def test_a_noun_can_be_a_verb_as_it_is(verb: str, noun: str) -> None:
    assert is_past_of_noun(verb, noun)
    assert not is_past_of_noun(noun, noun)
    assert not is_past_of_noun("designed", noun)
