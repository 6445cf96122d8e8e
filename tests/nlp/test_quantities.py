"""A quantity is the same however it is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.nlp.number_words import number_words
from workbench.nlp.quantities import (
    are_equal,
    are_opposite,
    is_entailed,
    quantities,
    with_bound,
)

ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
)
ONES_EN = [*ONES.split(), "sixteen", "seventeen", "eighteen", "nineteen"]
TENS_EN = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
ONES_RU = "ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать"
ONES_RU_ALL = [
    *ONES_RU.split(),
    *("тринадцать", "четырнадцать", "пятнадцать", "шестнадцать", "семнадцать", "восемнадцать"),
    "девятнадцать",
]
TENS_RU = ["", "", "двадцать", "тридцать", "сорок", "пятьдесят", "шестьдесят", "семьдесят"]
TENS_RU_ALL = [*TENS_RU, "восемьдесят", "девяносто"]
HUNDREDS_RU = ["", "сто", "двести", "триста", "четыреста", "пятьсот", "шестьсот", "семьсот"]
HUNDREDS_RU_ALL = [*HUNDREDS_RU, "восемьсот", "девятьсот"]
UNITS = {
    "second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800,
}  # fmt: skip


def english(number: int) -> str:
    if number >= 1000:
        rest = number % 1000
        return f"{english(number // 1000)} thousand" + (f" {english(rest)}" if rest else "")
    if number >= 100:
        rest = number % 100
        return f"{ONES_EN[number // 100]} hundred" + (f" and {english(rest)}" if rest else "")
    if number < 20:
        return ONES_EN[number]
    return TENS_EN[number // 10] + (f"-{ONES_EN[number % 10]}" if number % 10 else "")


def russian(number: int) -> str:
    if number >= 1000:
        words = [russian(number // 1000), "тысяч", russian(number % 1000) if number % 1000 else ""]
    elif number >= 100:
        words = [HUNDREDS_RU_ALL[number // 100], russian(number % 100) if number % 100 else ""]
    elif number < 20:
        words = [ONES_RU_ALL[number]]
    else:
        words = [TENS_RU_ALL[number // 10], ONES_RU_ALL[number % 10] if number % 10 else ""]
    return " ".join(word for word in words if word)


def has_one(number: int) -> bool:
    """Whether a number is written with "one", which is also an article and a pronoun."""
    return any(part % 10 == 1 and part % 100 != 11 for part in (number // 1000, number)) or (
        number // 100 % 10 == 1
    )


@given(st.integers(2, 99_999).filter(lambda number: not has_one(number)))
def test_a_number_in_words_is_read_as_a_whole(number: int) -> None:
    for text in (f"exactly {english(number)} crowns", f"ровно {russian(number)} крон"):
        assert [one.value for one in number_words(text)] == [number], text


@given(st.integers(2, 500), st.sampled_from(sorted(UNITS)), st.sampled_from(sorted(UNITS)))
def test_a_quantity_equals_its_conversion_and_no_other(value: int, unit: str, other: str) -> None:
    stated = quantities(f"{value} {unit}s")[0]
    converted = value * UNITS[unit] / UNITS[other]
    if converted != int(converted):
        return

    assert are_equal(stated, quantities(f"{int(converted)} {other}s")[0])
    assert not are_equal(stated, quantities(f"{int(converted) + 1} {other}s")[0])


@given(st.integers(2, 999), st.integers(2, 999))
def test_more_than_is_true_of_greater_numbers_alone(claimed: int, stated: int) -> None:
    fact = quantities(f"{stated} desks")[0]

    assert is_entailed(quantities(f"more than {claimed} desks")[0], fact) == (stated > claimed)
    assert is_entailed(quantities(f"менее {claimed} столов")[0], fact) == (stated < claimed)
    assert is_entailed(quantities(f"at least {claimed} desks")[0], fact) == (stated >= claimed)
    assert is_entailed(quantities(f"не более {claimed} столов")[0], fact) == (stated <= claimed)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2 years", "24 months", True),
        ("half an hour", "30 minutes", True),
        ("an hour and a half", "90 minutes", True),
        ("полгода", "6 месяцев", True),
        ("within a week", "7 days", True),
        ("раз в сутки", "24 часа", True),
        ("1.2 million euros", "€1,200,000", True),
        ("6,5 млн рублей", "6 500 000 ₽", True),
        ("сорока процентов", "40 %", True),
        ("3 months", "3 weeks", False),
        ("5 km", "5 m", False),
        ("$5", "€5", False),
    ],
)
def test_quantities_are_equal_by_value_whatever_their_units_are(
    one: str, other: str, same: bool
) -> None:
    assert are_equal(quantities(one)[-1], quantities(other)[-1]) is same


@pytest.mark.parametrize(
    ("one", "other", "opposite"),
    [
        ("at least 16", "at most 16", True),
        ("up to week 28", "from week 28", True),
        ("не реже 6", "не чаще 6", True),
        ("above 8 °C", "below 8 °C", True),
        ("up to 5", "within 5", False),
        ("5", "at least 5", False),
    ],
)
def test_a_lower_and_an_upper_bound_are_opposite(one: str, other: str, opposite: bool) -> None:
    assert are_opposite(quantities(one)[0], quantities(other)[0]) is opposite


def test_both_numbers_of_a_pair_have_the_unit_of_one() -> None:
    assert [one.unit for one in quantities("from 41 to 17 seconds")] == ["second", "second"]
    assert [one.unit for one in quantities("с 54 минут до 9")] == ["minute", "minute"]


def test_a_date_is_no_quantity() -> None:
    assert quantities("on 14 June 2017") == ()
    assert quantities("9 сентября 2022 года") == ()
    assert [one.unit for one in quantities("it took 1904 days")] == ["day"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Thirty-one people", 31),
        ("one hundred and one beds", 101),
        ("Тридцать один человек", 31),
        ("у двадцати одной сотрудницы", 21),
        ("twenty one-way tickets", 20),
    ],
)
def test_one_ends_a_number_in_words(text: str, value: float) -> None:
    assert quantities(text)[0].value == value


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("There are more than 30 desks", "more than 30"),
        ("Нужно не более 30 столов", "не более 30"),
        ("There are 30 desks", "30"),
    ],
)
def test_a_quantity_is_written_with_its_bound(text: str, written: str) -> None:
    assert with_bound(quantities(text)[0], text) == written


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("within a week", [7 * 86_400]),
        ("раз в сутки", [86_400]),
        ("3 business days", [3 * 86_400]),
        ("The opening hours are posted", []),
        ("несколько рабочих дней", []),
    ],
)
def test_a_unit_without_a_number_is_one_unless_it_is_of_several(
    text: str, values: list[float]
) -> None:
    assert [one.value for one in quantities(text)] == values


def test_an_abbreviation_is_a_unit_only_behind_a_number() -> None:
    assert quantities("the HR guide, step by step") == ()
    assert [one.value for one in quantities("2 hr")] == [7200]
