"""Run the stages of a question in order.

A question goes from stage to stage here. A fork with models enters the LangGraph of ``graph.py``,
which has the same stages and the same order (docs/decisions/0023).
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from functools import partial
from itertools import pairwise
from typing import TypeAlias

from workbench.domain.run import Run, Stage
from workbench.domain.run_events import AnswerDelta, RunEvent, StageFinished, StageStarted
from workbench.pipeline import stages
from workbench.pipeline.stage_records import with_stage_record
from workbench.pipeline.state import Services, StageStopped

Work: TypeAlias = Callable[[Run, Services, Callable[[str], None]], Awaitable[stages.Update]]

STAGES: Mapping[Stage, Work] = {
    Stage.NORMALIZE: stages.normalize_question,
    Stage.RECALL: stages.recall_thread,
    Stage.RESOLVE: stages.resolve_entities,
    Stage.PLAN: stages.make_plan,
    Stage.EXECUTE: stages.execute_plan,
    Stage.RENDER: stages.render_facts,
    Stage.WRITE: stages.write_answer,
    Stage.CHECK: stages.check_answer,
    Stage.DIAGNOSE: stages.diagnose_answer,
}
_FOLLOWING = dict(pairwise(STAGES))


def next_stage(stage: Stage, run: Run) -> Stage | None:
    """Return the stage after one, None at the end; an empty question goes to the write stage."""
    if stage is Stage.NORMALIZE and run.asked.is_empty:
        return Stage.WRITE
    return _FOLLOWING.get(stage)


async def run_stage(
    stage: Stage, run: Run, services: Services, on_text: Callable[[str], None]
) -> Run:
    """Return the run with the output and the record of a stage.

    ``on_text`` receives the pieces of the answer as they are written. A stage that failed has its
    error in its record.
    """
    started = time.perf_counter()

    def hand_on(text: str) -> None:
        services.streamed_text.append(text)
        on_text(text)

    update = await STAGES[stage](run, services, hand_on)
    return with_stage_record(
        run,
        stage,
        update.fields,
        status="failed" if update.error else "done",
        ms=(time.perf_counter() - started) * 1000 - update.spent_ahead_ms,
        error=update.error,
        recovered_by=update.recovered_by,
    )


def raise_if_stopped(run: Run) -> None:
    """Raise StageStopped if the last stage failed and nothing took its place."""
    if run.stages[-1].error and not run.stages[-1].recovered_by:
        raise StageStopped


def _ignore(_: str) -> None:
    """Ignore the text of a stage."""


def _end(pieces: "asyncio.Queue[str | None]", _: object) -> None:
    pieces.put_nowait(None)


async def run_stages(
    run: Run, services: Services, start_at: Stage
) -> AsyncGenerator[RunEvent, None]:
    """Run the stages from ``start_at`` and yield their events.

    A stage begins when the events before it have been taken; closing the iterator cancels it.

    Raises:
        StageStopped: a stage failed, and nothing took its place.
    """
    stage: Stage | None = start_at
    while stage is not None:
        yield StageStarted(run_id=run.id, stage=stage)
        if stage is not Stage.WRITE:
            run = await run_stage(stage, run, services, _ignore)
        else:
            # Only this stage writes text as it runs; a task for each would take .05 ms a stage.
            pieces: asyncio.Queue[str | None] = asyncio.Queue()
            work = asyncio.create_task(run_stage(stage, run, services, pieces.put_nowait))
            work.add_done_callback(partial(_end, pieces))
            try:
                while (text := await pieces.get()) is not None:
                    yield AnswerDelta(run_id=run.id, text=text)
                run = await work
            finally:
                work.cancel()
                await asyncio.wait([work])
        yield StageFinished(stage=stage, run=run)
        raise_if_stopped(run)
        stage = next_stage(stage, run)
