"""Values of columns with too many to list are found in the table itself."""

from pathlib import Path

import pytest

from workbench import Settings, Workbench
from workbench.bootstrap.new_workspace import create_workspace
from workbench.errors import StoreError
from workbench.retrieval.tables.query import TableStore

ROWS = 400
"""More than the distinct values that a schema lists."""


@pytest.fixture
def workbench(tmp_path: Path) -> Workbench:
    names = ["Виктор Орлов", *(f"Читатель {number}" for number in range(1, ROWS))]
    lines = [
        f"K-{number:04d},{names[number]},{'lost' if number % 2 else 'returned'}"
        for number in range(ROWS)
    ]
    (tmp_path / "loans.csv").write_text("\n".join(["Loan,Reader,State", *lines]), "utf-8")
    settings = Settings(workbench_home=tmp_path / "home")
    settings.workbench_home.mkdir()
    create_workspace("loans", settings, tmp_path / "loans.csv")
    return Workbench.open(settings)


@pytest.mark.parametrize(
    ("question", "values", "said"),
    [
        ("What is the state of K-0007?", ("K-0007",), "lost"),
        ("Is k-0008 lost?", ("lost", "k-0008"), "No"),
        ("Сколько записей у Виктора Орлова?", ("Виктор Орлов",), "1"),
    ],
)
async def test_a_value_that_the_schema_does_not_list_is_looked_up(
    workbench: Workbench, question: str, values: tuple[str, ...], said: str
) -> None:
    run = await workbench.ask(question, workspace="loans")
    (statement,) = [call.statement for call in run.tool_calls if call.statement]
    assert [str(one).casefold() for one in statement.values] == [one.casefold() for one in values]
    assert run.answer is not None
    assert said in run.answer.text


async def test_a_value_that_no_row_has_is_not_asked_for(workbench: Workbench) -> None:
    run = await workbench.ask("How many loans of K-9999?", workspace="loans")
    assert not any(call.statement for call in run.tool_calls)


async def test_tables_that_cannot_be_read_fail_no_question(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise StoreError("The file is locked.")

    await workbench.ask("Is K-0008 lost?", workspace="loans")
    monkeypatch.setattr(TableStore, "query", fail)
    run = await workbench.ask("Is K-0008 lost?", workspace="loans")
    assert run.plan is not None
    assert "No table was queried: their values could not be read." in run.plan_reasons
