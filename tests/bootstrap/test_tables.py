"""A file of rows is asked without a model: right numbers, with their SQL and their rows."""

import re
from pathlib import Path

import pytest

from tests.support.table_answers import differences
from tests.support.table_questions import ORDERS, Expected
from workbench import Settings, Workbench
from workbench.bootstrap.new_workspace import create_workspace
from workbench.ui import sources
from workbench.ui.panels import calls
from workbench.ui.run_view_model import RunViewModel
from workbench.ui.texts import Texts


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def workbench(home: Path) -> Workbench:
    ORDERS.write(home / ORDERS.file, 600)
    settings = Settings(workbench_home=home, _env_file=None)
    create_workspace("orders", settings, home / ORDERS.file)
    return Workbench.open(settings)


@pytest.mark.parametrize(("question", "expected"), ORDERS.questions)
async def test_questions_have_the_rows_that_pandas_computes(
    workbench: Workbench, home: Path, question: str, expected: Expected
) -> None:
    frame = ORDERS.write(home / "again.csv", 600)
    run = await workbench.ask(question, workspace="orders")
    assert differences(run, expected(frame)) == []
    assert run.answer is not None
    assert run.answer.outcome == "answered"
    assert run.diagnostics is not None
    verdicts = {claim.verdict for claim in run.diagnostics.claims}
    assert "not_in_sources" not in verdicts
    (call,) = run.tool_calls
    assert call.statement is not None
    assert call.statement.sql.startswith("SELECT")


async def test_a_stored_run_keeps_statement_and_rows(workbench: Workbench) -> None:
    run = await workbench.ask("How many orders were cancelled in 2023?", workspace="orders")
    stored = await workbench.run(run.id)
    assert stored.tool_calls == run.tool_calls
    assert stored.facts == run.facts


async def test_a_citation_opens_the_row_and_the_call_shows_the_sql(workbench: Workbench) -> None:
    run = await workbench.ask("List the 3 largest orders", workspace="orders")
    opened = await workbench.workspace_pool.get("orders")
    frame = RunViewModel(None, run, opened.workspace, Texts("en"), "numbered")  # type: ignore[arg-type]
    source = sources.panel_data(frame, opened.documents.get)["sources"]["1"]
    (row,) = run.facts.items[0].rows.numbers  # type: ignore[union-attr]
    assert source["title"] == f"orders.csv, row {row}"
    assert f"rows {row:,}" in source["meta"]
    document = source["document"]
    start, end = document["marks"][0]
    assert document["text"][start:end] == run.facts.items[0].quote.text  # type: ignore[union-attr]
    shown = calls._call(frame, 0, run.tool_calls[0], calls._subjects(frame, run.tool_calls)[0])
    assert "LIMIT 3" in shown


async def test_a_number_opens_the_first_of_its_rows_and_marks_each(workbench: Workbench) -> None:
    run = await workbench.ask("How many orders are in Kazan?", workspace="orders")
    opened = await workbench.workspace_pool.get("orders")
    frame = RunViewModel(None, run, opened.workspace, Texts("en"), "numbered")  # type: ignore[arg-type]
    source = sources.panel_data(frame, opened.documents.get)["sources"]["1"]
    document = source["document"]
    start, end = document["marks"][0]
    assert "| Kazan |" in document["text"][start:end]
    marked = [document["text"][start:end] for start, end in document["rows"]]
    assert len(marked) > 1 and all("| Kazan |" in row for row in marked)
    shown = calls._call(frame, 0, run.tool_calls[0], calls._subjects(frame, run.tool_calls)[0])
    assert "$1 = &#x27;Kazan&#x27;" in shown or "$1 = 'Kazan'" in shown


async def test_a_number_that_is_not_computed_is_not_answered_from_rows(
    workbench: Workbench,
) -> None:
    run = await workbench.ask("How many orders came by drone?", workspace="orders")
    assert not any(call.statement for call in run.tool_calls)
    assert any("drone" in reason for reason in run.plan_reasons)
    assert run.answer is not None
    assert run.answer.outcome == "no_answer"
    assert run.answer.confidence == 0
    assert "“drone”" in run.answer.text
    assert "orders.csv" in run.answer.text
    assert run.facts is not None
    assert run.facts.items == ()


async def test_an_unknown_value_is_named_with_the_nearest_one(workbench: Workbench) -> None:
    run = await workbench.ask("Total amount of orders in Kazahn", workspace="orders")
    assert run.answer is not None
    assert "“Kazahn”" in run.answer.text
    assert "“Kazan”" in run.answer.text


async def test_a_document_that_tells_more_than_the_rows_is_searched(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    ORDERS.write(folder / ORDERS.file, 60)
    (folder / "handbook.md").write_text(
        "# Holidays\n\nManagers get 28 days of paid vacation every calendar year.\n", "utf-8"
    )
    settings = Settings(workbench_home=tmp_path / "home", _env_file=None)
    create_workspace("both", settings, folder)
    run = await Workbench.open(settings).ask(
        "How many days of vacation do managers get?", workspace="both"
    )
    assert run.answer is not None
    assert "28 days" in run.answer.text


@pytest.mark.parametrize(
    ("question", "verdicts"),
    [
        ("How many orders are in Kazan?", {"contradicted"}),
        ("What percentage of orders was cancelled?", {"contradicted"}),
        ("Number of orders by region", {"contradicted", "not_in_sources"}),
    ],
)
async def test_a_computed_number_is_supported_and_another_is_not(
    workbench: Workbench, question: str, verdicts: set[str]
) -> None:
    run = await workbench.ask(question, workspace="orders")
    assert run.diagnostics is not None
    assert {claim.verdict for claim in run.diagnostics.claims} <= {"supported", "not_checkable"}
    assert run.answer is not None
    number = re.search(r"\d{2,}", run.answer.marked)
    assert number is not None
    wrong = str(int(number.group()) + 1)
    changed = {
        field: getattr(run.answer, field).replace(number.group(), wrong, 1)
        for field in ("text", "marked", "display")
    }
    answer = run.answer.model_copy(update=changed).model_dump(mode="json")
    fork = await workbench.fork(run.id, "write", answer)
    assert fork.diagnostics is not None
    assert verdicts & {claim.verdict for claim in fork.diagnostics.claims}
