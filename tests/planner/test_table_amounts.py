"""Amounts that a verb or a noun asks for, months without days, and values said in reverse."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.tables import table_plan, table_workspace
from workbench.workspace import Workspace

HIRES = """\
hire_id,month,boat,built,material,price_eur
H1,2025-01,Heron,1998,sail cotton,120.50
H2,2025-01,Otter,2012,sail cotton,80
H3,2025-02,Heron,1998,hemp,95
H4,2026-03,Otter,2012,hemp,60
"""
STOCK = """\
Материал;Остаток, кг;Цена за кг, ₽
Бумага офсетная;2900;98,40
Бумага мелованная;1240;142,50
Картон переплётный;610;87
"""
EUROS = {"function": "sum", "column": "price_eur"}


@pytest.fixture(scope="module")
def hires(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return table_workspace(tmp_path_factory.mktemp("hires"), {"hires.csv": HIRES})[0]


@pytest.fixture(scope="module")
def stock(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return table_workspace(tmp_path_factory.mktemp("stock"), {"stock.csv": STOCK})[0]


def asked(workspace: Workspace, text: str) -> dict[str, Any]:
    """Return the arguments of the query that a question is read as."""
    query = table_plan(workspace, text).query
    assert query is not None
    return query.plan.tool_calls[0].args.model_dump(mode="json", exclude_defaults=True)


@pytest.mark.parametrize(
    "question",
    [
        "How much was spent on hires of the Heron?",
        "How much did we pay for the Heron?",
        "What was the revenue of the Heron?",
        "Сколько потрачено на Heron?",
    ],
)
def test_spending_and_revenue_are_the_sum_of_the_only_money(
    hires: Workspace, question: str
) -> None:
    args = asked(hires, question)
    assert args["aggregates"] == [EUROS]
    assert args["filters"] == [{"column": "boat", "value": "Heron"}]


def test_revenue_has_an_average_and_groups(hires: Workspace) -> None:
    assert asked(hires, "average revenue by boat")["aggregates"] == [{**EUROS, "function": "avg"}]
    top = asked(hires, "Top 2 boats by revenue in 2025")
    assert (top["aggregates"], top["limit"]) == ([EUROS], 2)
    assert top["group_by"] == [{"column": "boat"}]


def test_how_many_of_those_who_pay_are_counted(hires: Workspace) -> None:
    assert asked(hires, "How many hires were paid?")["aggregates"] == [{"function": "count"}]


def test_a_verb_of_the_root_of_a_column_asks_for_its_amounts(stock: Workspace) -> None:
    args = asked(stock, "Сколько осталось офсетной бумаги?")
    assert args["aggregates"] == [{"function": "sum", "column": "Остаток, кг"}]
    assert args["filters"] == [{"column": "Материал", "value": "Бумага офсетная"}]


def test_months_without_days_are_dates(hires: Workspace) -> None:
    (month,) = (one for one in hires.tables["hires"].columns if one.name == "month")
    assert (month.type, month.unit, month.least) == ("date", "month", "2025-01-01")
    args = asked(hires, "How many hires were there in January 2025?")
    between = {"column": "month", "test": "between", "value": ["2025-01-01", "2025-01-31"]}
    assert args["filters"] == [between]


@pytest.mark.parametrize(
    ("question", "order"),
    [("Which boat is the oldest?", "asc"), ("Which boat is the newest?", "desc")],
)
def test_the_oldest_of_a_table_without_dates_has_the_earliest_year(
    tmp_path: Path, question: str, order: str
) -> None:
    boats = "boat,built,seats\nHeron,1998,4\nOtter,2012,2\n"
    workspace, _ = table_workspace(tmp_path, {"boats.csv": boats})
    (key,) = asked(workspace, question)["order_by"]
    assert (key["column"], key.get("order", "desc")) == ("built", order)
