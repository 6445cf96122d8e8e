"""A matrix of runs: its columns, its price, its cells and its CSV."""

import asyncio
import csv
from collections.abc import AsyncIterator, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from tests.conftest import IndexedHome
from tests.modelserver.server import ModelServer
from tests.support.portfolio_model import QUESTION, portfolio_model
from workbench import Workbench
from workbench.domain.answer import AskOptions, Role
from workbench.domain.matrix import Matrix, MatrixSpec, MatrixStep
from workbench.domain.run import RunStatus
from workbench.errors import InputError
from workbench.export.csv_files import matrix_csv
from workbench.settings import Settings

SYSTEM = "system.ru.jinja"
WITHOUT_MODELS: dict[Role, str] = {"planner": "offline", "answer": "offline", "judge": "offline"}
DATABASES = "Which databases were used in the projects?"


def spec(**axes: object) -> MatrixSpec:
    given = {"questions": (DATABASES,), "workspaces": ("portfolio",), **axes}
    return MatrixSpec.model_validate(given)


async def ended(steps: AsyncIterator[MatrixStep | Matrix]) -> Matrix:
    *_, last = [step async for step in steps]
    assert isinstance(last, Matrix)
    return last


@pytest.fixture
def modelled(tmp_path: Path, indexed_home: IndexedHome) -> Iterator[Workbench]:
    """Planner and writer on a local server; the store is the test's own."""
    with ModelServer() as server:
        server.choose(portfolio_model)
        yield Workbench.open(
            Settings(
                workbench_home=indexed_home(tmp_path),
                planner_model="openai:gpt-4o",
                answer_model="openai:gpt-4o",
                openai_api_key=SecretStr("canary-key-0816"),
                openai_base_url=server.openai_url,
            )
        )


def test_the_columns_are_the_product_of_the_axes() -> None:
    of = spec(
        questions=("a", "b"),
        workspaces=("portfolio", "insurance"),
        models=("offline",),
        settings={"format": ("json", "plain", "json")},
    )
    assert of.runs == 8
    assert [one.label for one in of.columns] == [
        "portfolio · json",
        "portfolio · plain",
        "insurance · json",
        "insurance · plain",
    ]
    assert of.columns[0].model == "offline"


async def test_every_cell_is_a_stored_run_of_its_column(workbench: Workbench) -> None:
    asked = spec(
        questions=(DATABASES, QUESTION),
        workspaces=("portfolio", "insurance"),
        settings={"format": ("json", "bullets")},
    )
    made = await ended(workbench.matrix(asked))
    assert len(made.cells) == asked.runs == 8
    for cell in made.cells:
        run = await workbench.run(cell.run_id)
        column = asked.columns[cell.column]
        assert run.question == asked.questions[cell.row]
        assert (run.workspace, run.options.format) == (column.workspace, column.settings["format"])
        assert cell.status is RunStatus.DONE and cell.scores
    labels = {(cell.row, asked.columns[cell.column].workspace): cell.scores for cell in made.cells}
    assert labels[0, "portfolio"] and labels[0, "portfolio"].label == "answered"
    assert labels[0, "insurance"] and labels[0, "insurance"].label == "off_topic"


async def test_a_cell_has_the_first_line_of_its_answer(workbench: Workbench) -> None:
    made = await ended(workbench.matrix(spec(questions=("Где применял RAG?", "Контакты Дмитрия"))))
    assert made.cells[0].answer.startswith("Проекты, где применялась технология RAG: AI-Portfolio")
    assert all(cell.answer and "\n" not in cell.answer for cell in made.cells)


async def test_cells_are_told_as_they_come(workbench: Workbench) -> None:
    steps = [step async for step in workbench.matrix(spec(settings={"format": ("json", "plain")}))]
    live = [[cell.status.value for cell in step.cells] for step in steps]
    assert live == [["running"], ["done", "running"], ["done", "done"]]


async def test_a_closed_matrix_begins_no_further_run(workbench: Workbench) -> None:
    before = {run.id for run in await workbench.runs.list(limit=200)}
    steps = workbench.matrix(spec(settings={"format": ("json", "plain", "bullets")}))
    await anext(steps)
    await asyncio.sleep(0)
    await steps.aclose()
    made = [run for run in await workbench.runs.list(limit=200) if run.id not in before]
    assert len(made) <= 1


async def test_a_version_of_a_template_is_an_axis(modelled: Workbench) -> None:
    text = next(
        one.original for one in await modelled.prompts("portfolio") if one.kind.name == SYSTEM
    )
    version = await modelled.save_prompt("portfolio", SYSTEM, f"{text}\nMatrix.")
    asked = spec(questions=(QUESTION,), prompts=(f"{SYSTEM}@0", f"{SYSTEM}@{version.number}"))
    made = await ended(modelled.matrix(asked))
    systems = []
    for cell in sorted(made.cells, key=lambda one: one.column):
        run = await modelled.run(cell.run_id)
        systems += [one.request["system"] for one in run.exchanges if one.role == "answer"][:1]
    assert ["Matrix." in system for system in systems] == [False, True]
    with pytest.raises(InputError, match="no version 99"):
        await modelled.estimate_matrix(spec(prompts=(f"{SYSTEM}@99",)))


async def test_without_a_model_it_is_free(workbench: Workbench) -> None:
    found = await workbench.estimate_matrix(spec(settings={"format": ("json", "plain")}))
    assert (found.runs, found.calls.is_free, found.calls.price_usd) == (2, True, 0.0)


async def test_the_price_covers_what_was_spent(modelled: Workbench) -> None:
    asked = spec(questions=(QUESTION,), models=("offline", "openai:gpt-4o"))
    before = len(await modelled.runs.list(limit=100))
    found = await modelled.estimate_matrix(asked)
    assert len(await modelled.runs.list(limit=100)) == before, "an estimate stores nothing"
    assert (found.calls.calls, found.calls.models) == (2, ("openai:gpt-4o",))
    assert found.calls.price_usd and found.calls.price_usd > 0

    made = await ended(modelled.matrix(asked))
    called = {
        asked.columns[cell.column].model: await modelled.run(cell.run_id) for cell in made.cells
    }
    assert called["offline"].exchanges == ()
    first: dict[str, Any] = {}
    for one in called["openai:gpt-4o"].exchanges:
        first.setdefault(one.role, one.request)
    sent = sum(
        len((one["system"] + one["messages"][0]["text"]).encode()) // 4 for one in first.values()
    )
    assert set(first) == {"planner", "answer"}
    assert found.calls.input_tokens == pytest.approx(sent, rel=0.1)


async def test_an_answer_is_priced_though_the_plan_without_a_model_finds_nothing(
    modelled: Workbench,
) -> None:
    nothing = "Who polished the trombone?"
    plain = await modelled.ask(
        nothing, workspace="portfolio", options=AskOptions(models=WITHOUT_MODELS)
    )
    assert plain.rendered is not None and not plain.rendered.sources
    found = await modelled.estimate_matrix(spec(questions=(nothing,)))
    assert found.calls.calls == 2, "the model that plans may find what the classifier did not"
    assert found.calls.input_tokens > modelled.settings.answer_source_tokens


async def test_what_cannot_be_asked_is_refused_first(workbench: Workbench) -> None:
    many = tuple(f"Question {number}?" for number in range(101))
    for wrong, words in (
        (spec(questions=()), "at least one question"),
        (spec(workspaces=()), "at least one question and one workspace"),
        (spec(questions=many), "101 runs; the limit is 100"),
        (spec(settings={"colour": ("red",)}), "cannot vary the setting “colour”"),
        (spec(settings={"format": ("markdown", "poem")}), "“format” cannot be “poem”"),
        (spec(workspaces=("nowhere",)), "“nowhere” does not exist"),
    ):
        with pytest.raises(InputError, match=words):
            await workbench.estimate_matrix(wrong)
        with pytest.raises(InputError, match=words):
            await ended(workbench.matrix(wrong))


async def test_a_model_that_is_not_there_fails_in_its_cell_alone(workbench: Workbench) -> None:
    made = await ended(workbench.matrix(spec(models=("offline", "openai:gpt-4o"))))
    found = {cell.column: cell for cell in made.cells}
    assert found[0].status is RunStatus.DONE
    assert found[1].error is not None and found[1].run_id == ""


async def test_the_csv_has_a_line_for_each_run(workbench: Workbench) -> None:
    asked = spec(questions=("=1+1", DATABASES), settings={"format": ("json", "plain")})
    made = await ended(workbench.matrix(asked))
    lines = list(csv.DictReader(StringIO(matrix_csv(asked, made.cells))))
    assert [(line["question"], line["format"]) for line in lines] == [
        ("'=1+1", "json"),
        ("'=1+1", "plain"),
        (DATABASES, "json"),
        (DATABASES, "plain"),
    ]
    assert lines[2]["label"] == "answered" and float(lines[2]["probability"]) > 0.8
