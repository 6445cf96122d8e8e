"""Words of one root whose beginnings tell nothing."""

from collections import defaultdict

import pytest

from workbench.nlp.terms import stem_key
from workbench.nlp.word_families import family_keys
from workbench.nlp.word_lists import word_list


@pytest.mark.parametrize(
    ("word", "other"),
    [("платит", "оплаты"), ("кладовка", "кладовые"), ("пойдут", "идём"), ("sell", "sales")],
)
def test_words_of_one_root_are_a_family(word: str, other: str) -> None:
    assert stem_key(other) in family_keys(stem_key(word))


def test_a_word_of_no_family_has_none() -> None:
    assert family_keys(stem_key("вулкан")) == frozenset()


def test_no_stem_is_of_two_families() -> None:
    """Snowball takes «копить» and «копия» to one stem: only one of them can be listed."""
    families = defaultdict(list)
    for entry in word_list("word_families"):
        for key in {stem_key(word) for word in entry.split(" | ")}:
            families[key].append(entry)

    assert [found for found in families.values() if len(found) > 1] == []
