"""Ranges of days without a year, dates called by a plain verb, and two rows that are compared."""

from typing import Any

import pytest

from tests.support.table_readings import reading_of, table_vocabularies
from workbench.planner.tables.vocabulary import TableVocabulary

CLASSES = """\
Class,Teacher,Start date,End date,Fee
Linocut,Nina Hale,2026-02-03,2026-02-24,75
Basketry,Carla Voss,2026-04-02,2026-04-30,60
Drawing,Oskar Lund,2026-03-05,2026-05-28,95
"""
ORDERS = """\
Номер;Дата заказа;Дата оплаты;Сумма
З-107;24.06.2026;03.07.2026;9300
З-108;06.07.2026;14.07.2026;11040
З-110;21.07.2026;;26400
"""
YEARS = """\
Visit,Date,Guests
V-1,2024-07-05,3
V-2,2025-07-06,4
"""


@pytest.fixture(scope="module")
def vocabularies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, TableVocabulary]:
    files = {"classes.csv": CLASSES, "заказы.csv": ORDERS, "visits.csv": YEARS}
    return table_vocabularies(tmp_path_factory.mktemp("ranges"), files)


@pytest.mark.parametrize(
    ("table", "question", "column", "value"),
    [
        (
            "заказы",
            "Какие заказы сделаны с 1 по 15 июля?",
            "Дата заказа",
            ("2026-07-01", "2026-07-15"),
        ),
        (
            "заказы",
            "Сколько заказов оплачено с 1 по 15 июля?",
            "Дата оплаты",
            ("2026-07-01", "2026-07-15"),
        ),
        ("заказы", "Заказы с июня по июль", "Дата заказа", ("2026-06-01", "2026-07-31")),
        (
            "classes",
            "Which classes start between February and March?",
            "Start date",
            ("2026-02-01", "2026-03-31"),
        ),
        ("classes", "Which classes start in March?", "Start date", "-03-"),
        ("classes", "Which classes end in April?", "End date", "-04-"),
    ],
)
def test_a_range_is_of_the_only_year_that_the_column_has(
    vocabularies: dict[str, TableVocabulary], table: str, question: str, column: str, value: Any
) -> None:
    reading = reading_of(vocabularies, table, question)
    assert [(one.column, one.value) for one in reading.args.filters] == [(column, value)]
    assert not reading.left_out


def test_a_range_of_several_years_is_none(vocabularies: dict[str, TableVocabulary]) -> None:
    reading = reading_of(vocabularies, "visits", "How many visits were there from 1 to 10 July?")
    assert reading.left_out and not reading.args.filters


@pytest.mark.parametrize(
    ("question", "column", "order"),
    [
        ("Which class is longer, Linocut or Basketry?", "Duration", "desc"),
        ("Which is shorter, Linocut or Basketry?", "Duration", "asc"),
    ],
)
def test_two_rows_stand_in_the_order_of_what_is_compared(
    vocabularies: dict[str, TableVocabulary], question: str, column: str, order: str
) -> None:
    args = reading_of(vocabularies, "classes", question).args
    (key,) = args.order_by
    assert (key.column.startswith(column), key.order) == (True, order)
    assert args.filters[0].value == ("Linocut", "Basketry")
