"""Yes or no over tables, all values of a column, and names in part or in the other alphabet."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.tables import table_workspace
from workbench.planner.tables.read_question import TableReading, read_question
from workbench.planner.tables.vocabulary import TableVocabulary

LOANS = """\
Loan;Reader;City;Branch;State;Fee, €;Late
L-1;Anna Kowalska;Berlin;North Hall;returned;1.50;no
L-2;Boris Petrenko;Vilnius;South Hall;lost;2.50;yes
L-3;Anna Kowalska;Berlin;North Hall;lost;3.50;no
"""


@pytest.fixture(scope="module")
def loans(tmp_path_factory: pytest.TempPathFactory) -> TableVocabulary:
    folder: Path = tmp_path_factory.mktemp("tables")
    workspace, _ = table_workspace(folder, {"loans.csv": LOANS})
    return TableVocabulary(workspace.tables["loans"])


def read(loans: TableVocabulary, question: str) -> TableReading:
    reading = read_question(question, loans)
    assert reading is not None
    return reading


def conditions(filters: Any) -> list[tuple[str, Any]]:
    return [(one.column, one.value) for one in filters]


@pytest.mark.parametrize(
    ("question", "filters", "claims"),
    [
        ("Is L-1 lost?", [("Loan", "L-1")], [("State", "lost")]),
        ("Is L-2 late?", [("Loan", "L-2")], [("Late", "yes")]),
        ("Is the loan L-1 from Berlin?", [("Loan", "L-1")], [("City", "Berlin")]),
        ("Are all loans in Berlin lost?", [("City", "Berlin")], [("State", "lost")]),
    ],
)
def test_what_is_asked_about_a_row_is_a_claim(
    loans: TableVocabulary, question: str, filters: list[Any], claims: list[Any]
) -> None:
    reading = read(loans, question)
    assert (reading.left_out, reading.is_query) == ((), True)
    assert reading.args.verdict == "all"
    assert conditions(reading.args.filters) == filters
    assert conditions(reading.args.claims) == claims


@pytest.mark.parametrize(
    "question", ["Are there lost loans in Berlin?", "Есть ли loans в Берлине с lost?"]
)
def test_whether_there_is_a_row(loans: TableVocabulary, question: str) -> None:
    reading = read(loans, question)
    assert reading.left_out == ()
    assert (reading.args.verdict, reading.args.claims) == ("any", ())
    assert dict(conditions(reading.args.filters)) == {"City": "Berlin", "State": "lost"}


@pytest.mark.parametrize("question", ["Is L-1 lost or returned?", "How many loans are lost?"])
def test_an_alternative_and_a_number_have_no_yes_or_no(
    loans: TableVocabulary, question: str
) -> None:
    assert read(loans, question).args.verdict is None


@pytest.mark.parametrize(
    ("question", "column"),
    [("Who are the readers?", "Reader"), ("Which cities are there?", "City"),
     ("Какие есть города?", "City")],
)  # fmt: skip
def test_the_values_of_a_column_are_listed(
    loans: TableVocabulary, question: str, column: str
) -> None:
    reading = read(loans, question)
    assert (reading.left_out, reading.is_query) == ((), True)
    assert [key.column for key in reading.args.group_by] == [column]


@pytest.mark.parametrize(
    ("name", "condition"),
    [
        ("Анны Ковальской", ("Reader", "Anna Kowalska")),
        ("Бориса Петренко", ("Reader", "Boris Petrenko")),
        ("Вильнюса", ("City", "Vilnius")),
        ("Petrenko", ("Reader", "Boris Petrenko")),
        ("Kowalska", ("Reader", "Anna Kowalska")),
    ],
)
def test_a_name_in_part_or_by_ear(
    loans: TableVocabulary, name: str, condition: tuple[str, str]
) -> None:
    reading = read(loans, f"How many loans of {name}?")
    assert reading.left_out == ()
    assert conditions(reading.args.filters) == [condition]


@pytest.mark.parametrize("name", ["Anna Petrenko", "Hall", "Марины", "Борисова"])
def test_a_name_that_no_single_value_has_is_left_out(loans: TableVocabulary, name: str) -> None:
    reading = read(loans, f"How many loans of {name}?")
    assert " ".join(reading.left_out) == name
    assert reading.args.filters == ()


def test_a_noun_of_people_adds_nothing_to_a_number_of_their_rows(loans: TableVocabulary) -> None:
    reading = read(loans, "What is the average fee of readers from Berlin?")
    assert reading.left_out == ()
    assert conditions(reading.args.filters) == [("City", "Berlin")]


def test_what_is_counted_is_never_ignored(loans: TableVocabulary) -> None:
    assert "orders" in read(loans, "How many orders are from Berlin?").left_out
