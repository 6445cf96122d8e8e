"""Numbers mean the same however they are written."""

import pytest

from workbench.nlp.amounts import CALENDAR, amounts, amounts_agree


def read(text: str) -> list[tuple[float, str]]:
    return [(amount.value, amount.unit) for amount in amounts(text)]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("$1,000.50", [(1000.5, "usd")]),
        ("one thousand two hundred dollars", [(1200, "usd")]),
        ("тысяча двести рублей", [(1200, "rub")]),
        ("a thousand thanks", []),
        ("2 nights $400", [(2, ""), (400, "usd")]),
        ("1 тыс. долларов", [(1000, "usd")]),
        ("1,5 млн руб.", [(1_500_000, "rub")]),
        ("$2 million", [(2_000_000, "usd")]),
        ("1 000 ₽", [(1000, "rub")]),
        ("82.5 %", [(82.5, "percent")]),
        ("100 per cent", [(100, "percent")]),
        ("пять лет", [(5, "year")]),
        ("a 5-year plan", [(5, "year")]),
        ("С 31-го дня", [(31, "day")]),
        ("on the 31st day", [(31, "day")]),
        ("в 3-м подъезде", [(3, "")]),
        ("30 таких копий и 30 т песка", [(30, ""), (30, "tonne")]),
        ("10-12 weeks", [(10, ""), (12, "week")]),
        ("12 мая 2023", [(12, ""), (5, CALENDAR), (2023, "")]),
        ("October 16, 1898", [(10, CALENDAR), (16, ""), (1898, "")]),
        ("до 28.07.2026", [(28, ""), (7, CALENDAR), (2026, "")]),
        ("since 2026-07-28", [(2026, ""), (7, CALENDAR), (28, "")]),
        ("10.10.2010.5", [(10.1, "")]),
        ("in 10 business days", [(10, "day")]),
        ("через десять рабочих дней", [(10, "day")]),
        ("eight person-hours", [(8, "hour")]),
        ("two of the days", [(2, "")]),
        ("In 2024 opening hours changed", [(2024, "")]),
        ("lot 12 summer day ticket", [(12, "")]),
        ("you may go", []),
        ("no numbers", []),
    ],
)
def test_values_and_units(text: str, meant: list[tuple[float, str]]) -> None:
    assert read(text) == meant


def test_places_are_exact() -> None:
    text = "from $100 to 20 days"

    assert [text[amount.start : amount.end] for amount in amounts(text)] == ["$100", "20"]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("$1,000", "1 тыс. долларов", True),
        ("100", "$100", True),
        ("100 days", "$100", False),
        ("100", "101", False),
    ],
)
def test_amounts_agree_by_value_and_unit(one: str, other: str, same: bool) -> None:
    assert amounts_agree(amounts(one)[0], amounts(other)[0]) is same
