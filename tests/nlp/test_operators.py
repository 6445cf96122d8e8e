"""Operators, degrees, quantities and units in questions, Russian and English."""

import pytest

from workbench.nlp.operators import (
    Degree,
    OperatorMention,
    Quantity,
    dimensions_of,
    is_superlative,
    operator_mentions,
    unit_named,
)
from workbench.nlp.query_words import is_filler, query_words, word_keys


def _meanings(text: str) -> list[object]:
    return [one.meaning for one in operator_mentions(query_words(text))]


@pytest.mark.parametrize(
    ("text", "operator"),
    [
        ("How many tools are there?", "count"),
        ("Сколько инструментов?", "count"),
        ("tools with at least 3 owners", "at_least"),
        ("не менее трёх владельцев", "at_least"),
        ("teams without a lead", "not"),
        ("команды, у которых нет лида", "not"),
        ("Which of them are open?", "previous"),
        ("Какие из них открыты?", "previous"),
        ("the average price", "average"),
        ("средняя цена", "average"),
    ],
)
def test_a_phrase_in_any_inflection_is_an_operator(text: str, operator: str) -> None:
    assert operator in _meanings(text)


@pytest.mark.parametrize(
    ("text", "degree", "chooses"),
    [
        ("the largest room", Degree(1, "size"), True),
        ("rooms larger than this", Degree(1, "size"), False),
        ("the most recent order", Degree(1, "time"), True),
        ("самый дешёвый тариф", Degree(-1, "price"), True),
        ("крупнейший город", Degree(1, "size"), True),
        ("что дешевле", Degree(-1, "price"), False),
    ],
)
def test_a_superlative_is_told_from_a_comparison(text: str, degree: Degree, chooses: bool) -> None:
    words = query_words(text)
    found = next(one for one in operator_mentions(words) if one.meaning == degree)
    assert is_superlative(words, found.start, found.end) is chooses


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("over two million km²", 2_000_000, "km2"),
        ("больше 2 000 000 квадратных километров", 2_000_000, "km2"),
        ("two hectares", 0.02, "km2"),
        ("3,5 кг", 3.5, "kg"),
        ("five", 5, None),
    ],
)
def test_a_quantity_is_converted_to_its_base_unit(text: str, value: float, unit: str) -> None:
    found = next(one for one in _meanings(text) if isinstance(one, Quantity))
    assert found.in_base == pytest.approx(value)
    assert (found.unit.base if found.unit else None) == unit


def test_a_mention_covers_the_words_of_its_phrase() -> None:
    words = query_words("cities with no fewer than 3 ports")
    assert OperatorMention(2, 5, "at_least") in list(operator_mentions(words))


def test_a_property_is_measured_by_the_words_of_its_name() -> None:
    assert dimensions_of("office_area".replace("_", " ")) == {"size"}
    assert dimensions_of("дата основания") == {"time", "beginning"}
    assert dimensions_of("colour") == frozenset()
    assert unit_named("km2") == unit_named("square kilometres")
    assert unit_named("parsec") is None


def test_words_keep_their_place_and_share_the_keys_of_their_forms() -> None:
    text = "Ann's 12 000 “books”"
    words = query_words(text)
    assert [word.text for word in words] == ["Ann", "12000", "books"]
    assert [text[word.start : word.end] for word in words] == ["Ann's", "12 000", "books"]
    assert word_keys("spoken") & word_keys("speaks")
    assert word_keys("странами") & word_keys("страна")
    assert [is_filler(word) for word in query_words("the книг о them")] == [True, False, True, True]


def test_least_turns_a_degree_word_around() -> None:
    for phrase in ("the least expensive", "наименее дорогой"):
        degrees = [one.meaning for one in operator_mentions(query_words(phrase))]
        assert Degree(-1, "price") in degrees
