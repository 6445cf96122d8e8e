"""Stop stops: a run that is left closes its model's connection within a second and is kept."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle, islice, product
from pathlib import Path

import pytest

from tests.llm.vendors import VENDORS, settings_for
from tests.modelserver.answers import drip, hang
from tests.modelserver.exchange import Answer
from tests.modelserver.server import ModelServer
from workbench import Workbench
from workbench.domain.answer import AskOptions
from workbench.domain.run import Run, RunStatus, Stage
from workbench.domain.run_events import AnswerDelta, RunEvent
from workbench.llm.streams import closing

STOPS = 50


@dataclass(frozen=True)
class Moment:
    """When a run is left: while this role's model answers so, before or after its first word."""

    role: str
    answer: Answer
    spoken: bool

    @property
    def stage(self) -> Stage:
        return Stage.PLAN if self.role == "planner" else Stage.WRITE


MOMENTS = (
    Moment("answer", drip, spoken=True),
    Moment("answer", hang, spoken=False),
    Moment("planner", hang, spoken=False),
)


@pytest.fixture
def bench(server: ModelServer, tmp_path: Path) -> Workbench:
    """Every provider at the server."""
    return Workbench.open(settings_for(server).model_copy(update={"workbench_home": tmp_path}))


async def soon(true: Callable[[], bool], within_s: float = 60.0) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(within_s):
        while not true():
            await asyncio.sleep(0.005)


async def left(bench: Workbench, server: ModelServer, model: str, moment: Moment) -> Run:
    """A run that was left at this moment, when its connection was seen closed."""
    server.always(moment.answer)
    asked, seen = len(server.requests), list[RunEvent]()
    options = AskOptions.model_validate({"models": {moment.role: model}})

    async def read() -> None:
        run = bench.stream("Where is the excess?", workspace="insurance", options=options)
        async with closing(run) as events:
            async for event in events:
                seen.append(event)

    reading = asyncio.create_task(read())
    await soon(lambda: len(server.requests) > asked)
    if moment.spoken:
        await soon(lambda: any(isinstance(event, AnswerDelta) for event in seen))
    reading.cancel()
    stopped = time.monotonic()
    await asyncio.wait([reading])
    await soon(lambda: server.requests[-1].hung_up_at is not None)
    assert (server.requests[-1].hung_up_at or 0) - stopped < 1, (model, moment)
    run = await bench.runs.get(seen[0].run.id)  # type: ignore[union-attr]
    assert run is not None
    return run


async def test_every_run_that_is_left_closes_its_connection_and_is_kept_as_stopped(
    bench: Workbench, server: ModelServer
) -> None:
    bench.prepare("insurance")
    for model, moment in islice(cycle(product(VENDORS, MOMENTS)), STOPS):
        run = await left(bench, server, model, moment)

        assert run.status is RunStatus.CANCELLED, (model, moment)
        ended = [record.name for record in run.stages if record.status == "done"]
        assert ended == [stage for stage in Stage if stage.order < moment.stage.order]
        assert run.is_answer_stopped == moment.spoken
        assert (run.answer is not None) == moment.spoken
        assert run.plan is None if moment.role == "planner" else run.plan
    assert len(server.requests) == STOPS
