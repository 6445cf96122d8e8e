"""A run's stages are recorded while the next ones run; its last event follows the last commit."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from workbench.domain.run import Run, Stage, StageRecord
from workbench.errors import RunStoreError
from workbench.i18n.errors import localized
from workbench.pipeline.trailing_writes import TrailingWrites


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
        writes.add(ended(recorder, Stage.RECALL))
    with pytest.raises(RunStoreError):
        await writes.wait()
