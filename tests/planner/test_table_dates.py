"""Several date columns: the one of the event that a question names, or of the rows themselves."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.table_readings import reading_of, table_vocabularies
from tests.support.tables import table_workspace
from workbench.planner.tables.read_question import TableReading
from workbench.planner.tables.vocabulary import TableVocabulary

INVOICES = """\
Invoice;Date;Client;Amount, €;Status;Paid on
I-1;2025-01-07;Orbit;100.00;paid;2025-02-01
I-2;2025-02-13;Granit;200.00;pending;
I-3;2025-02-14;Orbit;300.00;paid;2025-03-02
"""
RENTALS = """\
Код;Дата выдачи;Дата возврата;Город;Плата, руб.
Р-1;01.02.2024;05.02.2024;Тверь;100
Р-2;03.03.2024;;Омск;200
"""
STAYS = """\
Stay,Admitted,Ward,Discharged on,Bill
1,2024-01-02,North,2024-01-09,10
2,2024-02-02,South,,20
"""


@pytest.fixture(scope="module")
def vocabularies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, TableVocabulary]:
    files = {"invoices.csv": INVOICES, "прокат.csv": RENTALS, "stays.csv": STAYS}
    return table_vocabularies(tmp_path_factory.mktemp("tables"), files)


def filters(reading: TableReading) -> list[tuple[str, Any]]:
    return [(one.column, one.value) for one in reading.args.filters]


MARCH = ("2025-03-01", "2025-03-31")


@pytest.mark.parametrize(
    ("table", "question", "expected"),
    [
        ("invoices", "How many invoices were paid in March 2025?", [("Paid on", MARCH)]),
        ("invoices", "Сколько оплачено счетов в марте 2025 года?", [("Paid on", MARCH)]),
        ("invoices", "How many payments were there in March 2025?", [("Paid on", MARCH)]),
        ("invoices", "How many invoices are there in March 2025?", [("Date", MARCH)]),
        (
            "invoices",
            "Total amount of paid invoices in March 2025",
            [("Status", "paid"), ("Date", MARCH)],
        ),
        ("прокат", "Сколько возвращено в марте 2025?", [("Дата возврата", MARCH)]),
        ("прокат", "Сколько выдали в марте 2025?", [("Дата выдачи", MARCH)]),
        ("stays", "How many stays with admission in March 2025?", [("Admitted", MARCH)]),
    ],
)
def test_a_period_belongs_to_the_event_that_is_named(
    vocabularies: dict[str, TableVocabulary],
    table: str,
    question: str,
    expected: list[tuple[str, Any]],
) -> None:
    reading = reading_of(vocabularies, table, question)
    assert (reading.left_out, filters(reading)) == ((), expected)


@pytest.mark.parametrize(
    ("table", "question", "column"),
    [
        ("invoices", "Total amount per month", "Date"),
        ("invoices", "Total amount by month of payment", "Paid on"),
        ("прокат", "Сумма платы по месяцам возврата", "Дата возврата"),
        ("stays", "Number of stays per month of admission", "Admitted"),
    ],
)
def test_a_month_is_that_of_the_event_that_is_named(
    vocabularies: dict[str, TableVocabulary], table: str, question: str, column: str
) -> None:
    reading = reading_of(vocabularies, table, question)
    assert reading.left_out == ()
    assert [(one.column, one.part) for one in reading.args.group_by] == [(column, "month")]


def test_a_code_with_a_year_in_it_is_a_code(tmp_path: Path) -> None:
    codes = {"visits.csv": "Visit,Date,Ward\nV-2005,2024-01-02,North\nV-2006,2024-01-03,South\n"}
    workspace, _ = table_workspace(tmp_path, codes)
    reading = reading_of(
        {"visits": TableVocabulary(workspace.tables["visits"])}, "visits", "Is V-2005 North?"
    )
    assert reading.left_out == ()
    assert filters(reading) == [("Visit", "V-2005")]


def test_the_word_date_belongs_to_its_column(vocabularies: dict[str, TableVocabulary]) -> None:
    reading = reading_of(vocabularies, "stays", "How many stays have no discharge date?")
    assert reading.left_out == ()
    assert [(one.column, one.test) for one in reading.args.filters] == [
        ("Discharged on", "is_empty")
    ]


def test_rows_are_counted_beside_a_date_named_by_them(tmp_path: Path) -> None:
    orders = "Number,Order date,Store\n1,2024-01-02,North\n2,2024-01-03,South\n"
    workspace, _ = table_workspace(tmp_path, {"orders.csv": orders})
    vocabulary = TableVocabulary(workspace.tables["orders"])
    reading = reading_of({"orders": vocabulary}, "orders", "Which store has the most orders?")
    assert [(one.function, one.column) for one in reading.args.aggregates] == [("count", "")]


def test_dates_between_which_nothing_decides_are_named(
    vocabularies: dict[str, TableVocabulary],
) -> None:
    reading = reading_of(vocabularies, "stays", "How many stays were there in March 2025?")
    assert (reading.unread, reading.unused) == ((), ("March 2025",))
    assert reading.candidates == ("Admitted", "Discharged on")


def test_when_shows_the_date_of_the_event_with_its_status(
    vocabularies: dict[str, TableVocabulary],
) -> None:
    reading = reading_of(vocabularies, "invoices", "When was I-3 paid?")
    assert reading.left_out == ()
    assert filters(reading) == [("Invoice", "I-3")]
    assert reading.args.columns == ("Invoice", "Paid on", "Status")


def test_the_last_is_the_last_by_the_date_of_the_event(
    vocabularies: dict[str, TableVocabulary],
) -> None:
    reading = reading_of(vocabularies, "invoices", "Какой клиент заплатил последним?")
    assert reading.left_out == ()
    assert [one.column for one in reading.args.group_by] == ["Client"]
    assert [(one.function, one.column) for one in reading.args.order_by] == [("max", "Paid on")]


def test_the_month_with_the_greatest_sum_comes_first(
    vocabularies: dict[str, TableVocabulary],
) -> None:
    reading = reading_of(vocabularies, "invoices", "В каком месяце выручка была максимальной?")
    assert [(one.function, one.order) for one in reading.args.order_by] == [("sum", "desc")]
    assert reading.args.limit == 1
