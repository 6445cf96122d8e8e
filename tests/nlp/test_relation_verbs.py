"""Verbs that may stand for each other as the name of a relation."""

import pytest

from workbench.nlp.query_words import query_words
from workbench.nlp.relation_verbs import relation_verbs


def groups(text: str) -> set[str]:
    return {phrase.name for phrase in relation_verbs(query_words(text))}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("created", "designs"),
        ("works for", "was hired"),
        ("создал", "построена"),
        ("работает в", "нанял"),
        ("created", "спроектировал"),
    ],
)
def test_verbs_of_one_group_are_found_in_any_form_and_language(one: str, other: str) -> None:
    assert groups(one) & groups(other)


@pytest.mark.parametrize("text", ["work", "river", "река", "работает"])
def test_a_part_of_a_phrase_or_another_word_is_of_no_group(text: str) -> None:
    assert groups(text) == set()
