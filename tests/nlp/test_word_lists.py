"""Word lists and the patterns that are made of them."""

import re

from workbench.nlp.word_lists import list_pattern, word_list


def test_a_list_has_the_words_of_one_language_or_of_both() -> None:
    assert {*word_list("alternatives", "en")} < {*word_list("alternatives")}


def test_a_pattern_prefers_the_longest_word() -> None:
    found = re.match(list_pattern("year_words"), "года")

    assert found is not None
    assert found.group() == "года"
