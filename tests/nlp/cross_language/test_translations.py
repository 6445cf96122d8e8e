"""Words of the other language that the lists of both languages have."""

import pytest

from workbench.nlp.cross_language.translations import exact_translations, translations
from workbench.package_yaml import package_yaml

SHARE_FORMS_WITH_OTHERS = {"fly", "summer", "teach"}
"""Words whose Russian forms are also found as other words."""


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("discounts", "скидка"),
        ("скидками", "discount"),
        ("year", "год"),
        ("июля", "july"),
        ("Mondays", "понедельник"),
        ("cheapest", "дешёвый"),
        ("paid", "оплачен"),
    ],
)
def test_any_form_of_a_listed_word_is_translated(word: str, other: str) -> None:
    assert other in translations(word)


def test_a_column_names_its_value_more_exactly_than_a_relation_does() -> None:
    assert translations("student") == ("студент", "ученик", "учащийся")


@pytest.mark.parametrize("word", ["kiln", "печь", "17", "", "in charge", "guests and visitors"])
def test_other_words_have_no_translation(word: str) -> None:
    assert translations(word) == ()


def test_words_of_a_large_group_do_not_stand_for_each_other() -> None:
    assert "гость" not in translations("participant")


def test_no_pair_of_another_list_is_written_again_among_the_common_words() -> None:
    listed = package_yaml("workbench.nlp.cross_language", "common_words.yaml")
    pairs = {(english, russian) for english, others in listed.items() for russian in others}
    known = {
        (english, russian)
        for english, russian in pairs
        if russian in exact_translations(english) and english in exact_translations(russian)
    }

    assert {english for english, _ in known} == SHARE_FORMS_WITH_OTHERS


def test_a_word_listed_as_written_is_no_form_of_another() -> None:
    assert "дом" in translations("building")
    assert "построить" not in translations("building")
    assert "книга" not in translations("booking")
