"""The stages run in the same order, with the same events, with LangGraph and without."""

import subprocess
import sys
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from tests.support.museum_workspace import write_museum
from workbench import Workbench
from workbench.domain.run import Run, Stage
from workbench.domain.run_events import (
    AnswerDelta,
    RunEvent,
    RunFinished,
    StageFinished,
    StageStarted,
)
from workbench.errors import ToolError
from workbench.pipeline import ask
from workbench.pipeline.graph import events_of_graph
from workbench.pipeline.runner import STAGES, run_stages
from workbench.pipeline.state import Services
from workbench.settings import Settings

Runner = Callable[[Run, Services, Stage], AsyncGenerator[RunEvent, None]]


@pytest.fixture
def bench(tmp_path: Path) -> Workbench:
    write_museum(tmp_path)
    settings = Settings(
        _env_file=None,  # type: ignore[call-arg]
        workbench_home=tmp_path / "home",
        workbench_workspaces=(tmp_path,),
        workbench_default="museum",
    )
    return Workbench.open(settings)


@pytest.fixture(params=[run_stages, events_of_graph])
def runner(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Runner:
    """Run every question of the test with one of the two."""
    monkeypatch.setattr(ask, "_events", request.param)
    found: Runner = request.param
    return found


async def events(bench: Workbench, question: str, **options: str) -> list[RunEvent]:
    return [event async for event in bench.stream(question, workspace="museum", **options)]  # type: ignore[arg-type]


def names(found: list[RunEvent]) -> list[str]:
    told = (StageStarted, StageFinished)
    return [f"{type(one).__name__} {one.stage.value}" for one in found if isinstance(one, told)]


@pytest.mark.usefixtures("runner")
async def test_each_stage_begins_after_the_one_before(bench: Workbench) -> None:
    found = await events(bench, "What did Vermeer paint?")
    assert names(found) == [
        f"{kind} {stage.value}" for stage in STAGES for kind in ("StageStarted", "StageFinished")
    ]
    written = next(
        one.run for one in found if isinstance(one, StageFinished) and one.stage is Stage.WRITE
    )
    pieces = [one.text for one in found if isinstance(one, AnswerDelta)]
    assert written.answer and "".join(pieces)
    began = names(found).index("StageStarted write")
    assert names(found)[began + 1] == "StageFinished write"
    assert isinstance(found[-1], RunFinished)


@pytest.mark.usefixtures("runner")
async def test_an_empty_question_is_written_about_at_once(bench: Workbench) -> None:
    started = [one for one in names(await events(bench, "  ")) if one.startswith("StageStarted")]
    assert started == [f"StageStarted {one}" for one in ("normalize", "write", "check", "diagnose")]


@pytest.mark.usefixtures("runner")
async def test_no_stage_begins_after_the_last_one_wanted(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unwanted(*_: object) -> None:
        raise AssertionError("the stage after the last one wanted has begun")

    monkeypatch.setitem(STAGES, Stage.EXECUTE, unwanted)  # type: ignore[misc]
    found = await events(bench, "What did Vermeer paint?", until="plan")
    assert names(found)[-1] == "StageFinished plan"


@pytest.mark.usefixtures("runner")
async def test_a_stage_that_raises_ends_the_run(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise ToolError("the store is down")

    monkeypatch.setitem(STAGES, Stage.EXECUTE, broken)  # type: ignore[misc]
    found = await events(bench, "What did Vermeer paint?")
    assert names(found)[-1] == "StageStarted execute"
    last = found[-1]
    assert isinstance(last, RunFinished)
    assert last.run.failure and last.run.failure.error
    assert "the store is down" in last.run.failure.error.message


async def test_both_give_the_same_run(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = []
    for one in (run_stages, events_of_graph):
        monkeypatch.setattr(ask, "_events", one)
        runs.append(await bench.ask("What did Vermeer paint?", workspace="museum"))
    told = [(run.plan, run.facts, run.answer and run.answer.text, run.status) for run in runs]
    assert told[0] == told[1]
    assert [one.name for one in runs[0].stages] == [one.name for one in runs[1].stages]


@pytest.mark.parametrize(
    ("start_at", "has_models", "enters_graph"),
    [
        (Stage.NORMALIZE, True, False),
        (Stage.NORMALIZE, False, False),
        (Stage.WRITE, False, False),
        (Stage.WRITE, True, True),
    ],
)
async def test_a_fork_with_models_enters_the_graph(
    start_at: Stage, has_models: bool, enters_graph: bool
) -> None:
    services = cast(Services, SimpleNamespace(has_models=has_models))
    run = ask.new_run("What did Vermeer paint?", workspace="museum", language="en")
    events = ask._events(run, services, start_at)
    assert (events.ag_code is not run_stages.__code__) is enters_graph  # type: ignore[attr-defined]


def test_langgraph_is_not_imported_with_the_pipeline(tmp_path: Path) -> None:
    script = (
        "import sys, workbench.bootstrap.workbench, workbench.pipeline.ask;"
        "print({'langgraph', 'langchain_core', 'langsmith'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert done.stdout.strip() == "set()"
