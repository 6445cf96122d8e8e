"""An abbreviation is spelt out by words in a row that begin with its letters."""

import pytest

from workbench.nlp.initials import is_abbreviation, spells_out


@pytest.mark.parametrize(
    ("abbreviation", "text", "is_spelt_out"),
    [
        ("FML", "Leave is taken under the family and medical law of the town.", True),
        ("ОС", "На узлах используется операционная система.", True),
        ("БД", "Копия базы данных хранится неделю.", True),
        ("FML", "A family has much room; the law is old.", False),
        ("OS", "Some of those are sold.", False),
        ("OS", "The OS is new.", False),
    ],
)
def test_words_in_a_row_spell_out(abbreviation: str, text: str, is_spelt_out: bool) -> None:
    assert spells_out(abbreviation, text) is is_spelt_out


@pytest.mark.parametrize(
    ("word", "is_one"),
    [("OS", True), ("БД", True), ("A", False), ("Os", False), ("README", False), ("S3", False)],
)
def test_an_abbreviation_is_short_and_in_capitals(word: str, is_one: bool) -> None:
    assert is_abbreviation(word) is is_one
