"""The unit whose number a question asks for."""

import pytest

from workbench.nlp.counted_units import (
    asks_for_most,
    counted_unit,
    counts_kind,
    counts_one,
    has_number_in,
    has_number_of,
    kind_of_unit,
)


@pytest.mark.parametrize(
    ("question", "unit"),
    [
        ("After how many days is a lost coat sold?", "day"),
        ("Within how many working days is the rent returned?", "day"),
        ("Сколько рабочих дней длится проверка?", "day"),
        ("How many coats were sold?", ""),
        ("How long is a lost coat kept?", ""),
    ],
)
def test_a_number_of_a_unit_is_asked_for_by_its_name(question: str, unit: str) -> None:
    assert counted_unit(question) == unit


def test_a_number_of_another_unit_of_time_will_do() -> None:
    assert has_number_of("day", "It is kept for two weeks.")
    assert not has_number_of("day", "It is sold for $20.")
    assert not has_number_of("year", "Вещь держат три дня. Клуб основан в 1987 году.")
    assert not has_number_of("kilometre", "It is kept for two weeks.")


@pytest.mark.parametrize(
    ("things", "text", "is_counted"),
    [
        ("boats", "The club has one small boat.", True),
        ("дверей", "У дома одна дверь.", True),
        ("boats", "One of the boats is red.", False),
        ("дверей", "Одна из дверей красная.", False),
        ("boats", "The club has one small room.", False),
    ],
)
def test_one_counts_a_thing_unless_it_is_one_of_several(
    things: str, text: str, is_counted: bool
) -> None:
    assert counts_one(things, text) is is_counted


def test_the_kind_of_a_unit_stands_between_it_and_the_number() -> None:
    kind = kind_of_unit("How many sailing hours can I save?")

    assert kind == "sailing hours"
    assert counts_kind(kind, "You may save up to 24 sailing hours.")
    assert not counts_kind(kind, "You sail 8 hours every day.")
    assert kind_of_unit("How many hours can I save?") == ""
    assert kind_of_unit("How many more days can I take?") == ""


def test_a_number_in_a_unit_is_in_no_other() -> None:
    assert has_number_in("week", "up to 26 weeks")
    assert not has_number_in("week", "more than 13 days")


def test_what_is_allowed_is_asked_for_by_its_most() -> None:
    assert asks_for_most("How many hours can I save?")
    assert asks_for_most("Сколько дней можно взять?")
    assert not asks_for_most("How many hours did they sail?")
