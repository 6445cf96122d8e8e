"""Questions whose verb tells what is asked: a price, an amount, the people who did the most."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.tables import table_plan, table_workspace
from workbench.domain.table_query import TableArgs
from workbench.workspace import Workspace

TRIALS = """\
Опыт;Культура;Участок;Агроном;Посеяно;Собрано;Урожай, кг;Цена пакета, ₽;Итог
О-1;огурец;Север;Дятлов;2023-03-14;2023-08-02;41,5;55;принят
О-2;огурец;Юг;Сухих;2023-04-20;2024-08-19;55,2;90;отклонён
О-3;томат;Юг;Дятлов;2024-02-27;2024-07-05;63;40;принят
О-4;фасоль;Север;Сухих;2024-05-18;;;48;повторить
"""
HARVESTED = {"function": "sum", "column": "Урожай, кг"}
COUNT = {"function": "count"}
PRICE = "Цена пакета, ₽"


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return table_workspace(tmp_path_factory.mktemp("trials"), {"trials.csv": TRIALS})[0]


def asked(workspace: Workspace, text: str) -> dict[str, Any]:
    """Return the arguments of the query that a question is read as."""
    query = table_plan(workspace, text).query
    assert query is not None
    return query.plan.tool_calls[0].args.model_dump(mode="json", exclude={"table"})


def declined(workspace: Workspace, text: str) -> TableArgs:
    """Return the arguments of the call that tells why nothing is computed."""
    found = table_plan(workspace, text)
    query, decline = found.query, found.decline
    assert query is None
    assert decline is not None
    args = decline.plan.tool_calls[0].args
    assert isinstance(args, TableArgs)
    return args


@pytest.mark.parametrize(
    ("question", "value"), [("Сколько стоит О-3?", "О-3"), ("Сколько стоил опыт О-2?", "О-2")]
)
def test_what_it_costs_is_the_price_and_no_number_of_rows(
    workspace: Workspace, question: str, value: str
) -> None:
    args = asked(workspace, question)
    assert "aggregates" not in args
    assert args["columns"] == ["Опыт", PRICE]
    assert args["filters"] == [{"column": "Опыт", "test": "eq", "value": value}]


def test_the_cost_of_an_event_is_not_that_of_the_goods(workspace: Workspace) -> None:
    assert "Сколько" in declined(workspace, "Сколько стоит посев на участке Юг?").unread


def test_a_cost_is_declined_without_a_price_or_with_two(tmp_path: Path) -> None:
    files = {
        "a.csv": "Сорт;Год;Вес, кг\nХруст;2012;5\nКарлик;1997;7\n",
        "b.csv": "Марка;Цена пакета, ₽;Цена ящика, ₽\nЗаря;5;50\nШар;7;70\n",
    }
    workspace, _ = table_workspace(tmp_path, files)
    for question in ("Сколько стоит Хруст?", "Сколько стоит Заря?"):
        assert "Сколько" in declined(workspace, question).unread


@pytest.mark.parametrize(
    "question",
    ["Сколько огурцов собрали в 2023?", "Сколько собрано огурцов?", "Сколько собрано на севере?"],
)
def test_how_much_was_harvested_is_the_sum_of_the_yield(
    workspace: Workspace, question: str
) -> None:
    assert asked(workspace, question)["aggregates"] == [HARVESTED]


def test_rows_that_are_named_are_counted(workspace: Workspace) -> None:
    assert asked(workspace, "Сколько опытов собрано в 2023?")["aggregates"] == [COUNT]


def test_an_amount_of_another_event_is_declined(workspace: Workspace) -> None:
    """How many cucumbers were sown no column tells, and the trials are no cucumbers."""
    assert "Сколько" in declined(workspace, "Сколько огурцов посеяли в 2023?").unread


def test_who_did_the_most_is_a_person_and_ties_are_listed(workspace: Workspace) -> None:
    args = asked(workspace, "Кто провёл больше всего опытов?")
    assert args["group_by"] == [{"column": "Агроном"}]
    assert (args["aggregates"], args["limit"], args["with_ties"]) == ([COUNT], 1, True)


def test_who_has_the_most_is_declined_where_no_column_has_people(tmp_path: Path) -> None:
    rows = "Код,Сорт,Год\n1,Хруст,2012\n2,Карлик,1997\n3,Карлик,1999\n"
    workspace, _ = table_workspace(tmp_path, {"a.csv": rows})
    assert "Кто" in declined(workspace, "Кто посадил больше всего сортов?").unread


@pytest.mark.parametrize(
    ("question", "of"),
    [
        ("Какая доля опытов принята?", []),
        (
            "Сколько процентов опытов Сухих принято?",
            [{"column": "Агроном", "test": "eq", "value": "Сухих"}],
        ),
    ],
)
def test_a_share_is_of_the_rows_that_the_code_column_names(
    workspace: Workspace, question: str, of: list[dict[str, str]]
) -> None:
    args = asked(workspace, question)
    accepted = {"column": "Итог", "test": "eq", "value": "принят"}
    assert args["aggregates"] == [{"function": "share", "where": [accepted]}]
    assert args.get("filters", []) == of


def test_search_does_not_answer_a_condition_that_fits_two_columns(workspace: Workspace) -> None:
    args = declined(workspace, "Покажи опыты на севере за 2023 год")
    assert args.candidates == ("Посеяно", "Собрано")


@pytest.mark.parametrize(
    "question", ["Какие опыты посеяны раньше 1 марта?", "Покажи опыты, посеянные после 5 мая"]
)
def test_search_does_not_answer_a_limit_that_was_not_read(
    workspace: Workspace, question: str
) -> None:
    assert {"1 марта", "5 мая"} & {*declined(workspace, question).unread}
