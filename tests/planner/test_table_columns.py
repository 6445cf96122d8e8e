"""Which column a question means: by its header in the other language, as a total, or as a guess."""

from typing import Any

import pytest

from tests.support.tables import table_plan, table_workspace
from workbench.domain.table_query import TableArgs
from workbench.planner.table_planner import GUESSED
from workbench.workspace import Workspace

CALLS = """\
call_id,agent,queue,town,wait_sec,talk_minutes,started_at,resolved
C-1,Rui Costa,Billing,Leeds,40,7.5,2024-02-01,yes
C-2,Ella Stone,Sales,Dundee,15,3.1,2024-03-08,no
C-3,Rui Costa,Sales,Leeds,70,9.9,2024-05-20,yes
"""
STAYS = """\
Бронь;Гость;Номер;Ночей;Цена за ночь, руб;Итого, руб
Б-1;Карпов;Дубовая;2;5400;10800
Б-2;Носов;Липовая;6;3900;23400
"""
BOXES = """\
Box,Size,Rent_eur,Deposit_eur
B-1,small,12,90
B-2,large,30,60
"""
JOBS = """\
Job,Client,Ordered,Price_per_copy_eur,Total_eur
J-1,Alder,2024-03-02,2.5,80
J-2,Fern,2024-05-09,0.4,200
"""


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    files: dict[str, str | bytes] = {
        "calls.csv": CALLS,
        "брони.csv": STAYS,
        "boxes.csv": BOXES,
        "jobs.csv": JOBS,
    }
    return table_workspace(tmp_path_factory.mktemp("columns"), files)[0]


def query_of(workspace: Workspace, question: str) -> dict[str, Any]:
    """Return the query that a question was read as."""
    found = table_plan(workspace, question).query
    assert found is not None
    (call,) = found.plan.tool_calls
    assert isinstance(call.args, TableArgs)
    return call.args.model_dump(mode="json", exclude_defaults=True)


@pytest.mark.parametrize(
    ("question", "table", "part"),
    [
        ("Сколько звонков в очереди Sales?", "calls", {"aggregates": [{"function": "count"}]}),
        (
            "Какое среднее ожидание по агентам?",
            "calls",
            {"aggregates": [{"function": "avg", "column": "wait_sec"}]},
        ),
        ("Какой процент звонков решён?", "calls", {}),
        (
            "What is the average number of nights?",
            "брони",
            {"aggregates": [{"function": "avg", "column": "Ночей"}]},
        ),
    ],
)
def test_a_header_is_asked_for_in_the_other_language(
    workspace: Workspace, question: str, table: str, part: dict[str, Any]
) -> None:
    found = query_of(workspace, question)
    assert found["table"] == table
    assert part.items() <= {**found, "aggregates": found["aggregates"][:1]}.items()


def test_a_unit_says_what_a_column_in_use_is_in(workspace: Workspace) -> None:
    found = query_of(workspace, "What is the average wait in seconds?")
    assert found["aggregates"] == [{"function": "avg", "column": "wait_sec"}]
    assert table_plan(workspace, "What is the average wait in kilograms?").query is None


@pytest.mark.parametrize(
    ("question", "column", "order"),
    [
        ("Какая бронь самая дорогая?", "Итого, руб", "desc"),
        ("Which job was the cheapest?", "Total_eur", "asc"),
        ("Какой заказ был самым дорогим?", "Total_eur", "desc"),
    ],
)
def test_a_row_is_as_expensive_as_its_total(
    workspace: Workspace, question: str, column: str, order: str
) -> None:
    (key,) = query_of(workspace, question)["order_by"]
    assert key["column"] == column
    assert key.get("order", "desc") == order


def test_of_several_amounts_the_first_is_a_guess_that_names_the_others(
    workspace: Workspace,
) -> None:
    found = table_plan(workspace, "Which box is the most expensive?").query
    assert found is not None
    assert found.plan.confidence == GUESSED
    args = query_of(workspace, "Which box is the most expensive?")
    assert [key["column"] for key in args["order_by"]] == ["Rent_eur"]
    assert args["alternatives"] == ["Deposit_eur"]


def test_a_sum_of_several_columns_of_money_is_that_of_the_total(workspace: Workspace) -> None:
    found = query_of(workspace, "Сколько заплатил Карпов?")
    assert found["aggregates"] == [{"function": "sum", "column": "Итого, руб"}]


def test_most_orders_of_a_date_are_counted(workspace: Workspace) -> None:
    """«Больше всего заказов» of the column "Ordered" is no latest date."""
    found = query_of(workspace, "Какой клиент сделал больше всего заказов?")
    assert found["group_by"] == [{"column": "Client"}]
    assert found["aggregates"] == [{"function": "count"}]


def test_the_superlative_of_a_comparative_is_no_total(workspace: Workspace) -> None:
    (key,) = query_of(workspace, "Какой номер дороже всего?")["order_by"]
    assert "руб" in key["column"]


@pytest.mark.parametrize(
    ("question", "column"),
    [
        ("Which client spent the most?", "Total_eur"),
        ("Which job costs the most?", "Total_eur"),
    ],
)
def test_what_was_spent_is_the_total(workspace: Workspace, question: str, column: str) -> None:
    (key,) = query_of(workspace, question)["order_by"]
    assert key["column"] == column


def test_jobs_cost_more_than_an_amount_by_their_total(workspace: Workspace) -> None:
    found = query_of(workspace, "How many jobs cost more than 100 euros?")
    assert [one["column"] for one in found["filters"]] == ["Total_eur"]


def test_the_least_of_what_was_done_is_no_first_date(workspace: Workspace) -> None:
    plan = table_plan(workspace, "Какой заказ самый маленький?")
    assert plan.query is None


def test_what_was_done_last_has_the_latest_date(workspace: Workspace) -> None:
    (key,) = query_of(workspace, "Which job was ordered last?")["order_by"]
    assert key["column"] == "Ordered"
