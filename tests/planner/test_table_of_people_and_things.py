"""Tables of people and of equipment: the nouns for rows, ages, women and men, places, means."""

from typing import Any

import pytest

from tests.support.table_readings import reading_of, table_vocabularies
from workbench.planner.tables.vocabulary import TableVocabulary

RESULTS = """\
bib,runner,sex,age,club,distance,year,status
1,Ada Ashby,F,71,Harriers,Marathon,2023,finished
2,Bo Brook,M,24,Striders,Marathon,2023,finished
3,Cleo Carver,F,35,Harriers,10 km,2024,did not finish
4,Dov Dunn,M,19,Harriers,10 km,2024,finished
5,Esme Ellis,F,66,Striders,10 km,2024,finished
"""
EQUIPMENT = """\
Инвентарный номер,Тип,Производитель,Место,Дата установки,Сервис,\
"Стоимость, руб.","Простой за год, ч"
ИНВ-1,станок,Вулкан,Цех,2015-03-01,2023-05-11,400000,12
ИНВ-2,принтер,Урал,Офис,2019-04-12,2021-02-01,30000,40
ИНВ-3,станок,Урал,Цех,2021-08-30,2022-08-30,600000,25
ИНВ-4,принтер,Вулкан,Склад,2014-11-05,2019-01-20,20000,3
"""


@pytest.fixture(scope="module")
def vocabularies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, TableVocabulary]:
    files = {"results.csv": RESULTS, "Оборудование.csv": EQUIPMENT}
    return table_vocabularies(tmp_path_factory.mktemp("things"), files)


def read(vocabularies: dict[str, TableVocabulary], table: str, question: str) -> dict[str, Any]:
    reading = reading_of(vocabularies, table, question)
    assert reading.left_out == ()
    dumped: dict[str, Any] = reading.args.model_dump(exclude_defaults=True)
    return dumped


@pytest.mark.parametrize(
    ("question", "filters"),
    [
        ("How many women ran in 2024?", [("sex", "F"), ("year", 2024)]),
        ("How many people did not finish?", [("status", "did not finish")]),
        ("How many men under 30 took part?", [("sex", "M"), ("age", 30)]),
        ("Which runners are over 65?", [("age", 65)]),
        ("How many runners are older than 65?", [("age", 65)]),
    ],
)
def test_people_are_read_by_sex_age_and_status(
    vocabularies: dict[str, TableVocabulary], question: str, filters: list[tuple[str, Any]]
) -> None:
    found = read(vocabularies, "results", question)["filters"]
    assert [(one["column"], one["value"]) for one in found] == filters


@pytest.mark.parametrize(
    ("question", "group", "counted"),
    [
        ("Which club has the most runners?", "club", "runner"),
        ("Which year had the most runners?", "year", "runner"),
        ("How many Harriers runners were there each year?", "year", "runner"),
    ],
)
def test_the_column_that_is_named_is_counted_in_each_group(
    vocabularies: dict[str, TableVocabulary], question: str, group: str, counted: str
) -> None:
    args = read(vocabularies, "results", question)
    assert [one["column"] for one in args["group_by"]] == [group]
    assert args["aggregates"] == ({"function": "count_distinct", "column": counted},)


@pytest.mark.parametrize("question", ["Who is the oldest woman?", "Oldest runner?"])
def test_the_oldest_person_has_the_greatest_age(
    vocabularies: dict[str, TableVocabulary], question: str
) -> None:
    (key,) = read(vocabularies, "results", question)["order_by"]
    assert (key["column"], key.get("order", "desc")) == ("age", "desc")


@pytest.mark.parametrize(
    "question", ["Сколько всего единиц оборудования?", "Сколько оборудования?"]
)
def test_the_name_of_the_table_is_no_other_word_for_a_value(
    vocabularies: dict[str, TableVocabulary], question: str
) -> None:
    args = read(vocabularies, "Оборудование", question)
    assert "filters" not in args
    assert args["aggregates"] == ({"function": "count"},)


@pytest.mark.parametrize(
    ("question", "function", "column"),
    [
        ("Какой производитель дешевле в среднем?", "avg", "Стоимость, руб."),
        ("Какой тип дороже всего в среднем?", "avg", "Стоимость, руб."),
        ("У какого производителя больше всего простоев?", "sum", "Простой за год, ч"),
    ],
)
def test_groups_are_compared_by_what_is_named(
    vocabularies: dict[str, TableVocabulary], question: str, function: str, column: str
) -> None:
    args = read(vocabularies, "Оборудование", question)
    assert args["aggregates"] == ({"function": function, "column": column},)
    assert args["limit"] == 1


def test_where_a_thing_stands_is_no_question_for_its_price(
    vocabularies: dict[str, TableVocabulary],
) -> None:
    assert "Место" in read(vocabularies, "Оборудование", "Где стоит ИНВ-3?")["columns"]


def test_where_most_are_is_the_place_that_has_most_rows(
    vocabularies: dict[str, TableVocabulary],
) -> None:
    args = read(vocabularies, "Оборудование", "Где больше всего оборудования?")
    assert [one["column"] for one in args["group_by"]] == ["Место"]


def test_the_oldest_thing_is_the_one_installed_first(
    vocabularies: dict[str, TableVocabulary],
) -> None:
    (key,) = read(vocabularies, "Оборудование", "Самое старое оборудование")["order_by"]
    assert (key["column"], key.get("order", "desc")) == ("Дата установки", "asc")
