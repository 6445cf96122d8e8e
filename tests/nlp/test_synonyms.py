"""Words of one language may stand for each other; those with a translation by chance may not."""

import pytest

from workbench.nlp.synonyms import stand_ins, synonym_keys
from workbench.nlp.terms import stem_key


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("holidays", "leave"),
        ("luggage", "baggage"),
        ("boss", "manager"),
        ("hallway", "corridor"),
        ("развернуть", "раскрыть"),
        ("сотрудники", "работник"),
        ("бекапов", "резервный"),
    ],
)
def test_words_that_stand_for_each_other_are_synonyms_in_any_form(word: str, other: str) -> None:
    assert stem_key(other) in synonym_keys(word)


def test_a_word_is_no_synonym_of_itself_or_of_an_unrelated_one() -> None:
    assert stem_key("boss") not in synonym_keys("boss")
    assert stem_key("dog") not in synonym_keys("boss")
    assert not synonym_keys("Zyrtec")


@pytest.mark.parametrize(
    ("word", "other"),
    [("floor", "gender"), ("castle", "lock"), ("free", "price"), ("run", "account"),
     ("state", "wealth"), ("light", "easy"), ("секунда", "второй"), ("буква", "письмо")],
)  # fmt: skip
def test_words_that_share_a_word_of_the_other_language_by_chance_are_no_synonyms(
    word: str, other: str
) -> None:
    assert stem_key(other) not in synonym_keys(word)
    assert stem_key(word) not in synonym_keys(other)


def test_irregular_forms_stand_for_each_other_and_so_do_those_of_synonyms() -> None:
    assert {"hold", "keep", "kept"} <= stand_ins("held")
    assert stand_ins("keep") >= {"kept"}
    assert stem_key("kept") in synonym_keys("held")
    assert stem_key("hold") not in synonym_keys("held")
