"""Two tables that a key joins are asked together; without a proven key they are not."""

from pathlib import Path

import pytest

from workbench import Settings, Workbench
from workbench.bootstrap.new_workspace import create_workspace

CLIENTS = """\
Code,Name,City,Segment
K1,Alfa,Perm,retail
K2,Beta,Omsk,chain
K3,Gamma,Perm,chain
"""
DELIVERIES = """\
Number,Client code,Goods,"Amount, $"
1,K1,tape,100.00
2,K2,tape,200.00
3,K3,film,400.00
4,K1,film,800.00
5,,film,1600.00
6,K3,film,50.00
"""


def opened(folder: Path, clients: str = CLIENTS) -> Workbench:
    files = folder / "files"
    files.mkdir()
    (files / "clients.csv").write_text(clients, "utf-8")
    (files / "deliveries.csv").write_text(DELIVERIES, "utf-8")
    settings = Settings(workbench_home=folder / "home")
    settings.workbench_home.mkdir()
    create_workspace("goods", settings, files)
    return Workbench.open(settings)


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return opened(tmp_path_factory.mktemp("joined"))


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What is the total amount of deliveries of clients from Perm?", ["$1,350.00"]),
        ("How many deliveries are there of tape in Omsk?", ["1."]),
        ("Total amount by city", ["| Perm | $1,350.00", "| Omsk | $200.00", "| — | $1,600.00"]),
        ("How many clients from Perm received film?", ["2."]),
        ("Сколько deliveries из Перми?", ["4."]),
    ],
)
async def test_a_question_over_two_tables_is_one_statement(
    workbench: Workbench, question: str, said: list[str]
) -> None:
    run = await workbench.ask(question, workspace="goods")
    (statement,) = [call.statement for call in run.tool_calls if call.statement]
    assert "LEFT JOIN" in statement.sql
    assert run.answer is not None
    text = run.answer.text.replace("\u00a0", " ")
    assert all(words in text for words in said), text


async def test_a_question_of_one_table_joins_nothing(workbench: Workbench) -> None:
    run = await workbench.ask("How many clients are from Perm?", workspace="goods")
    (statement,) = [call.statement for call in run.tool_calls if call.statement]
    assert "JOIN" not in statement.sql


@pytest.mark.parametrize(
    "clients",
    [CLIENTS + "K1,Delta,Omsk,retail\n", CLIENTS.replace("K3", "K9")],
    ids=["a key repeats", "a key is missing"],
)
async def test_tables_without_a_proven_key_are_not_joined(tmp_path: Path, clients: str) -> None:
    workbench = opened(tmp_path, clients)
    run = await workbench.ask("Total amount of deliveries in Omsk", workspace="goods")
    assert not any(call.statement for call in run.tool_calls)
    assert run.answer is not None
    assert "clients.csv" in run.answer.text
    assert "no column joins them" in run.answer.text


async def test_a_follow_up_keeps_both_tables(workbench: Workbench) -> None:
    thread = "joined"
    await workbench.ask("Total amount of tape in Perm", workspace="goods", thread=thread)
    for question, said in [("And in Omsk?", "$200.00"), ("and by segment?", "| chain | $200.00")]:
        run = await workbench.ask(question, workspace="goods", thread=thread)
        (statement,) = [call.statement for call in run.tool_calls if call.statement]
        assert "LEFT JOIN" in statement.sql
        assert run.answer is not None
        assert said in run.answer.text


async def test_a_question_of_another_table_is_no_follow_up(workbench: Workbench) -> None:
    thread = "other"
    await workbench.ask("How many clients are from Perm?", workspace="goods", thread=thread)
    run = await workbench.ask("How many deliveries are there?", workspace="goods", thread=thread)
    assert run.answer is not None
    assert "6" in run.answer.text
