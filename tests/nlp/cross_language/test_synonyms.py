"""Words of one language with a translation in common stand for each other."""

import pytest

from workbench.nlp.cross_language import synonym_keys
from workbench.nlp.terms import stem_key


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("holidays", "leave"),
        ("luggage", "baggage"),
        ("boss", "manager"),
        ("сотрудники", "работник"),
        ("бекапов", "резервный"),
    ],
)
def test_words_with_a_translation_in_common_are_synonyms(word: str, other: str) -> None:
    assert stem_key(other) in synonym_keys(word)


def test_a_word_is_no_synonym_of_itself_or_of_an_unrelated_one() -> None:
    assert stem_key("boss") not in synonym_keys("boss")
    assert stem_key("dog") not in synonym_keys("boss")
    assert not synonym_keys("Zyrtec")
