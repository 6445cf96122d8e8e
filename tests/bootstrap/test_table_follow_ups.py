"""A follow-up changes the query of the earlier question, which its plan shows."""

from pathlib import Path
from typing import Any

import pytest

from workbench import Settings, Workbench
from workbench.bootstrap.new_workspace import create_workspace
from workbench.domain.run import Run

ORDERS = """\
Order,Date,Region,Manager,Amount,Urgent
A-1,2023-01-15,Perm,Orlova,100,yes
A-2,2023-02-10,Omsk,Petrova,250,no
A-3,2023-02-20,Perm,Orlova,70,no
A-4,2024-03-01,Kazan,Smith,910,no
A-5,2024-03-05,Perm,Smith,120,yes
"""
PERM = {"column": "Region", "test": "eq", "value": "Perm"}
KAZAN = {**PERM, "value": "Kazan"}
URGENT = {"column": "Urgent", "test": "eq", "value": "yes"}
IN_2023 = {"column": "Date", "test": "between", "value": ["2023-01-01", "2023-12-31"]}
IN_2024 = {"column": "Date", "test": "between", "value": ["2024-01-01", "2024-12-31"]}
COUNT = {"aggregates": [{"function": "count"}]}
BY_REGION = {"group_by": [{"column": "Region"}]}


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    folder: Path = tmp_path_factory.mktemp("home")
    (folder / "orders.csv").write_text(ORDERS, "utf-8")
    settings = Settings(workbench_home=folder / "home", _env_file=None)
    create_workspace("orders", settings, folder / "orders.csv")
    return Workbench.open(settings)


def query(run: Run) -> dict[str, Any]:
    (call,) = run.tool_calls
    args: dict[str, Any] = call.args.model_dump(mode="json", exclude={"table"})
    return args


@pytest.mark.parametrize(
    ("first", "then", "args"),
    [
        (
            "How many orders in Perm in 2023?",
            "And in Kazan?",
            {"filters": [IN_2023, KAZAN], **COUNT},
        ),
        (
            "Сколько заказов в Перми в 2023 году?",
            "а в 2024?",
            {"filters": [PERM, IN_2024], **COUNT},
        ),
        ("How many orders in Perm?", "Which of them are urgent?", {"filters": [PERM, URGENT]}),
        (
            "Show orders in Perm",
            "How many of them are urgent?",
            {"filters": [PERM, URGENT], **COUNT},
        ),
        (
            "Average amount by manager",
            "and by region?",
            {**BY_REGION, "aggregates": [{"function": "avg", "column": "Amount"}]},
        ),
        (
            "Средняя сумма по регионам",
            "А медианная?",
            {**BY_REGION, "aggregates": [{"function": "median", "column": "Amount"}]},
        ),
        (
            "Which region has the most orders?",
            "And the fewest?",
            {
                **BY_REGION,
                **COUNT,
                "order_by": [{"function": "count", "order": "asc"}],
                "limit": 1,
                "with_ties": True,
            },
        ),
        (
            "How many orders in Perm?",
            "for what total amount?",
            {"filters": [PERM], "aggregates": [{"function": "sum", "column": "Amount"}]},
        ),
        (
            "How many orders in Perm?",
            "What is the total amount?",
            {"aggregates": [{"function": "sum", "column": "Amount"}]},
        ),
        ("How many orders in Perm?", "How many orders are urgent?", {"filters": [URGENT], **COUNT}),
    ],
)
async def test_a_follow_up_changes_the_query(
    workbench: Workbench, first: str, then: str, args: dict[str, Any]
) -> None:
    thread = f"{first} {then}"
    await workbench.ask(first, workspace="orders", thread=thread)
    run = await workbench.ask(then, workspace="orders", thread=thread)
    assert query(run) == args
    assert run.answer is not None
    assert run.answer.outcome == "answered"


async def test_a_follow_up_with_an_unknown_value_is_declined(workbench: Workbench) -> None:
    await workbench.ask("How many orders in Perm?", workspace="orders", thread="unknown")
    run = await workbench.ask("And in Tula?", workspace="orders", thread="unknown")
    assert run.answer is not None
    assert run.answer.outcome == "no_answer"
    assert "“Tula”" in run.answer.text
