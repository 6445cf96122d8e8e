"""Texts are compared by their content words, whatever the inflection, script and spelling."""

import pytest

from tests.support.accents import CASTLE, MULLER, YOD
from workbench.nlp.spelling import normalize_spelling
from workbench.retrieval.analysis import character_tokens, meaning_key, terms, word_tokens


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("франшизой", "Франшиза"),
        ("застрахованные машины", "застрахованная машина"),
        ("claims", "claim"),
        ("$1,500", "1500"),
        ("10 000 рублей", "10000 рублей"),
        ("ещё", "еще"),
        (MULLER, "Müller"),
        (CASTLE, "замок"),
        (YOD, "йод"),
    ],
)
def test_inflection_and_grouping_make_no_difference(one: str, other: str) -> None:
    assert word_tokens(one) == word_tokens(other)


def test_words_that_say_nothing_are_left_out() -> None:
    assert word_tokens("What is the excess?") == word_tokens("excess")
    assert word_tokens("Что это такое?") == []


def test_a_hyphenated_word_is_found_whole_and_by_its_parts() -> None:
    tokens = set(word_tokens("third-party"))
    assert tokens > set(word_tokens("party"))
    assert tokens > set(word_tokens("third"))


@pytest.mark.parametrize(
    ("one", "other"), [("Кафка", "Kafka"), ("Яндексом", "Yandex"), ("АЛОР", "Alor")]
)
def test_names_in_two_scripts_have_the_same_pieces(one: str, other: str) -> None:
    assert character_tokens(one) == character_tokens(other)


def test_a_typo_leaves_most_pieces_as_they_were() -> None:
    right, wrong = set(character_tokens("windscreen")), set(character_tokens("windsceen"))
    assert len(right & wrong) > len(right) / 2


def test_a_very_long_word_does_not_flood_the_index() -> None:
    assert len(character_tokens("x" * 100_000)) < 300


def test_forms_of_a_term_never_meet_by_accident() -> None:
    (found,) = terms("страхование")
    assert found.stem.startswith("~")
    assert found.lemma != found.stem


def test_a_negation_changes_the_meaning_and_an_article_does_not() -> None:
    assert meaning_key("The flood is covered.") == meaning_key("A flood, covered")
    assert meaning_key("The flood is covered.") != meaning_key("The flood is not covered.")
    assert meaning_key("Ущерб покрывается") != meaning_key("Ущерб не покрывается")


@pytest.mark.parametrize("word", [MULLER, CASTLE, YOD])
def test_accents_make_no_pieces(word: str) -> None:
    assert len(terms(word)) == 1
    assert character_tokens(word) == character_tokens(normalize_spelling(word))
