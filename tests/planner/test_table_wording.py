"""Everyday wording of questions over tables: limits, verbs, units that are columns, file names."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from tests.support.table_readings import reading_of, table_vocabularies
from tests.support.tables import table_plan, table_workspace
from workbench.domain.table_query import TableArgs
from workbench.planner.tables.vocabulary import TableVocabulary

TOURS = """\
Tour,Region,Guide,Days,Price
Alpine Huts,Austria,Matteo Riva,7,1050
Lake Cycling,Austria,Matteo Riva,3,420
Fjord Kayaking,Norway,Ingrid Dahl,5,890
"""
WORKSHOPS = """\
Мастерская;Ведущий;День;Часов;Цена
Витраж;Ян Кольцов;среда;4;3100
Акварель;Инна Вайс;суббота;2;1200
Линогравюра;Инна Вайс;суббота;3;1500
"""
MATCHES = """\
Дата;Гости;Зрители
12.01.2025;Метель;1240
19.01.2025;Гранит;980
02.03.2025;Метель;1325
"""
HALLS = """\
Hall,Aisles
Old Mill,two
Granary,none
Forge,two
"""
WOOL = """\
Farm,Wool,Kilograms,Delivered
Hill Top,merino,42.5,2026-09-05
Low Mill,crossbred,88,2026-06-06
Hill Top,crossbred,61,2026-06-06
"""
STOCK = """\
Item,Count
lamp,14
rope,3
"""
FUEL = """\
Month,Litres
January,340
February,295
"""
HIRES = """\
Hire ID,Stop,Minutes,Returned
1,Castle,45,yes
2,Stop,110,no
3,Castle,120,yes
"""


def where(column: str, test: str, value: object) -> dict[str, object]:
    return {"column": column, "test": test, "value": value}


def is_(column: str, value: object) -> dict[str, object]:
    return {"column": column, "value": value}


def computed(function: str, column: str = "") -> dict[str, object]:
    return {"function": function, **({"column": column} if column else {})}


@pytest.fixture(scope="module")
def vocabularies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, TableVocabulary]:
    files = {
        "tours.csv": TOURS,
        "мастерские.csv": WORKSHOPS,
        "matchi.csv": MATCHES,
        "wool.csv": WOOL,
        "halls.csv": HALLS,
        "stock.csv": STOCK,
        "fuel.csv": FUEL,
        "hires.csv": HIRES,
    }
    return table_vocabularies(tmp_path_factory.mktemp("tables"), files)


@pytest.mark.parametrize(
    ("table", "question", "args"),
    [
        ("tours", "Which tours cost at most 500?", {"filters": [where("Price", "le", 500)]}),
        ("tours", "What does a tour cost at most?", {"aggregates": [computed("max", "Price")]}),
        ("tours", "Which tours last no more than 4 days?", {"filters": [where("Days", "le", 4)]}),
        ("tours", "Which tours are led by Ingrid Dahl?", {
            "filters": [is_("Guide", "Ingrid Dahl")]
        }),
        ("мастерские", "Какие мастерские стоят не дороже 2500?", {
            "filters": [where("Цена", "le", 2500)]
        }),
        ("мастерские", "Какие мастерские стоят не дешевле 1500?", {
            "filters": [where("Цена", "ge", 1500)]
        }),
        ("мастерские", "Сколько часов длится витраж?", {
            "filters": [is_("Мастерская", "Витраж")],
            "aggregates": [computed("sum", "Часов")],
        }),
        ("мастерские", "Какая мастерская самая длинная?", {
            "order_by": [{"column": "Часов"}], "limit": 1, "with_ties": True,
        }),
        ("мастерские", "How many rows have Saturday?", {
            "filters": [is_("День", "суббота")],
            "aggregates": [computed("count")],
        }),
        ("matchi", "Какие матчи собрали больше 1300 зрителей?", {
            "filters": [where("Зрители", "gt", 1300)]
        }),
        ("matchi", "Сколько в среднем зрителей на матчах с «Метелью»?", {
            "filters": [is_("Гости", "Метель")],
            "aggregates": [computed("count"), computed("avg", "Зрители")],
        }),
        ("halls", "How many different aisles are there?", {
            "aggregates": [computed("count_distinct", "Aisles")],
        }),
        ("wool", "How many kilograms of wool did Hill Top deliver?", {
            "filters": [is_("Farm", "Hill Top")],
            "aggregates": [computed("sum", "Kilograms")],
        }),
        ("wool", "How many kilograms of merino wool were delivered?", {
            "filters": [is_("Wool", "merino")],
            "aggregates": [computed("sum", "Kilograms")],
        }),
        ("stock", "How many ropes are in stock?", {
            "filters": [is_("Item", "rope")],
            "aggregates": [computed("sum", "Count")],
        }),
        ("fuel", "How much fuel was used in February?", {
            "filters": [is_("Month", "February")],
            "aggregates": [computed("sum", "Litres")],
        }),
        ("hires", "How many hires longer than 100 minutes were not returned?", {
            "filters": [where("Minutes", "gt", 100), is_("Returned", "no")],
            "aggregates": [computed("count")],
        }),
        ("hires", "How many hires over 100 minutes?", {
            "filters": [where("Minutes", "gt", 100)],
            "aggregates": [computed("count")],
        }),
        ("hires", "Which stop has the most hires?", {
            "group_by": [{"column": "Stop"}],
            "aggregates": [computed("count")],
        }),
        ("hires", "Average minutes by stop", {
            "group_by": [{"column": "Stop"}],
            "aggregates": [computed("avg", "Minutes")],
        }),
        ("hires", "How many hires from Stop?", {
            "filters": [is_("Stop", "Stop")],
            "aggregates": [computed("count")],
        }),
    ],
)  # fmt: skip
def test_everyday_words_are_read(
    vocabularies: dict[str, TableVocabulary], table: str, question: str, args: dict[str, Any]
) -> None:
    reading = reading_of(vocabularies, table, question)

    assert reading.left_out == ()
    told = reading.args.model_dump(mode="json", exclude_defaults=True, exclude={"table", "columns"})
    for key, value in args.items():
        assert told[key] == value


def test_a_limit_whose_number_fits_no_column_is_no_maximum(
    vocabularies: dict[str, TableVocabulary],
) -> None:
    reading = reading_of(vocabularies, "tours", "Which tours carry at most 4 kg?")

    assert reading.left_out
    assert not reading.args.aggregates


def test_a_text_of_one_row_is_shown_and_not_counted(
    vocabularies: dict[str, TableVocabulary],
) -> None:
    reading = reading_of(vocabularies, "halls", "How many aisles has the Old Mill?")

    assert reading.left_out == ()
    assert reading.args.columns == ("Hall", "Aisles")
    assert not reading.args.aggregates


def test_a_sum_of_nothing_is_no_number_of_rows(tmp_path: Path) -> None:
    hires = "Stop,Kind\nCastle,kayak\nMill,canoe\nCastle,canoe\n"
    vocabularies = table_vocabularies(tmp_path, {"hires.csv": hires})
    assert reading_of(vocabularies, "hires", "Total by stop").left_out == ("Total",)
    assert not reading_of(vocabularies, "hires", "How many hires in total by stop?").left_out


def test_a_sheet_is_asked_for_by_its_own_name(tmp_path: Path) -> None:
    book = Workbook()
    book.worksheets[0].title = "Bookings"
    for row in (["No", "Room", "Nights"], ["B-1", "Oak", 2], ["B-2", "Elm", 3]):
        book.worksheets[0].append(row)
    rooms = book.create_sheet("Rooms")
    for row in (["Room", "Floor"], ["Oak", 1], ["Elm", 2]):
        rooms.append(row)
    content = BytesIO()
    book.save(content)
    workspace, _ = table_workspace(tmp_path, {"bookings.xlsx": content.getvalue()})
    plan = table_plan(workspace, "How many bookings are there?")
    assert plan.query is not None
    args = plan.query.plan.tool_calls[0].args
    assert isinstance(args, TableArgs)
    assert args.table == "bookings/Bookings"
