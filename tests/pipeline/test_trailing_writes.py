"""A run's stages are recorded while the next ones run; its last event follows the last commit."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import IndexedHome
from workbench.bootstrap import Workbench
from workbench.domain.run import Run, RunStatus, Stage, StageRecord
from workbench.domain.run_events import RunFinished
from workbench.errors import RunStoreError
from workbench.i18n.errors import localized
from workbench.pipeline.ask import new_run
from workbench.pipeline.trailing_writes import TrailingWrites
from workbench.settings import Settings

RUN = new_run("Where is the excess?", workspace="insurance", language="en")


class SlowRecorder:
    """A recorder whose writes end when they are allowed to, or fail."""

    def __init__(self, *, fails: bool = False) -> None:
        self.allowed = asyncio.Event()
        self.stored: list[str] = []
        self._fails = fails

    async def begin(self, run: Run) -> None:
        self.stored.append("begin")

    async def stage_ended(
        self, run_id: str, record: StageRecord, fields: Mapping[str, Any]
    ) -> None:
        if self._fails:
            raise RunStoreError(**localized("runs.not_opened", detail="the disk is full"))
        await self.allowed.wait()
        self.stored.append(record.name.value)

    async def finish(self, run: Run) -> None:
        await self.allowed.wait()
        self.stored.append("finish")


def ended(recorder: SlowRecorder, stage: Stage) -> Any:
    return recorder.stage_ended("a run", StageRecord(name=stage, status="done"), {})


async def test_a_stage_does_not_wait_for_the_write_of_the_one_before() -> None:
    recorder, writes = SlowRecorder(), TrailingWrites()
    writes.add(ended(recorder, Stage.NORMALIZE))
    writes.add(ended(recorder, Stage.RECALL))
    await asyncio.sleep(0)
    assert recorder.stored == []

    waiting = asyncio.ensure_future(writes.wait())
    await asyncio.sleep(0)
    assert not waiting.done()
    recorder.allowed.set()
    await waiting
    assert recorder.stored == ["normalize", "recall"]


async def test_a_failed_write_stops_the_run_at_the_next_stage() -> None:
    recorder, writes = SlowRecorder(fails=True), TrailingWrites()
    writes.add(ended(recorder, Stage.NORMALIZE))
    await asyncio.sleep(0)
    with pytest.raises(RunStoreError):
        writes.raise_failed()
    writes.add(ended(recorder, Stage.RECALL))
    with pytest.raises(RunStoreError):
        await writes.wait()


async def test_a_cancelled_write_is_not_an_error_of_the_run() -> None:
    recorder, writes = SlowRecorder(), TrailingWrites()
    writes.add(ended(recorder, Stage.NORMALIZE))
    await asyncio.sleep(0)
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()
    await asyncio.sleep(0)
    recorder.allowed.set()
    writes.raise_failed()
    writes.add(recorder.finish(RUN))
    await writes.wait()
    assert recorder.stored == ["finish"]


async def test_a_run_whose_stage_could_not_be_stored_is_stored_as_failed(
    tmp_path: Path, indexed_home: IndexedHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full for one write only; the status of the run is stored after it."""
    bench = Workbench.open(Settings(workbench_home=indexed_home(tmp_path)))
    store = bench.runs.stage_ended
    failures = iter([RunStoreError(**localized("runs.not_opened", detail="the disk is full"))])

    async def stage_ended(run_id: str, record: StageRecord, fields: Mapping[str, Any]) -> None:
        for failure in failures:
            raise failure
        await store(run_id, record, fields)

    monkeypatch.setattr(bench.runs, "stage_ended", stage_ended)
    run = [event async for event in bench.stream("Where is the excess?", workspace="insurance")][-1]
    assert isinstance(run, RunFinished)
    stored = await bench.runs.get(run.run.id)
    assert stored is not None
    assert run.run.status is stored.status is RunStatus.FAILED
    names = [record.name for record in run.run.stages]
    assert names == list(dict.fromkeys(names))
    assert "the disk is full" in str(run.run.failure)
