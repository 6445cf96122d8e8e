"""Run a question through the stages: stream events, store each stage, record the outcome."""

import asyncio
import secrets
import time
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from typing import Any

from workbench.domain.answer import AskOptions
from workbench.domain.evidence import StageError
from workbench.domain.local_text import Language, whole_characters
from workbench.domain.run import Run, RunStatus, Stage, StageRecord
from workbench.domain.run_events import (
    RunEvent,
    RunFinished,
    RunStarted,
    StageFinished,
    StageStarted,
)
from workbench.errors import WorkbenchError
from workbench.i18n.errors import localized
from workbench.logs import log
from workbench.pipeline.partial_answer import with_streamed_text
from workbench.pipeline.runner import run_stages
from workbench.pipeline.state import STAGE_OUTPUTS, Services, StageStopped
from workbench.pipeline.trailing_writes import TrailingWrites
from workbench.runs.protocol import RunRecorder


def new_run(
    question: str,
    *,
    workspace: str,
    language: Language,
    thread: str | None = None,
    options: AskOptions | None = None,
) -> Run:
    """Create a run that has not started. Ids begin with the time, so they sort by creation.

    ``language`` holds until the question has been read; a run that fails before keeps it.
    """
    return Run(
        id=f"{int(time.time() * 1000):011x}{secrets.token_hex(4)}",
        workspace=workspace,
        thread_id=thread,
        question=whole_characters(question),
        language=language,
        options=options or AskOptions(),
        created_at=datetime.now(UTC),
    )


async def stream_run(
    run: Run,
    services: Services,
    store: RunRecorder,
    *,
    start_at: Stage = Stage.NORMALIZE,
    until: Stage | None = None,
) -> AsyncGenerator[RunEvent, None]:
    """Run the stages from ``start_at`` to ``until``, storing each as it ends.

    Closing the iterator cancels the run. Stages are stored while the next ones run; the last event
    follows when all of them and the run's final status, which is always stored, are committed.
    """
    await store.begin(run)
    writes = TrailingWrites()
    current, began = start_at, time.perf_counter()
    ended: RunStatus | None = None
    events = _events(run, services, start_at)
    try:
        yield RunStarted(run=run)
        if until is None or until.order >= start_at.order:
            async for event in events:
                if isinstance(event, StageStarted):
                    current, began = event.stage, time.perf_counter()
                elif isinstance(event, StageFinished):
                    run = event.run
                    writes.raise_failed()
                    writes.add(store.stage_ended(run.id, run.stages[-1], _given(run, event.stage)))
                yield event
                if isinstance(event, StageFinished) and event.stage is until:
                    break
        ended = RunStatus.FAILED if run.failure else RunStatus.DONE
    except StageStopped:
        ended = RunStatus.FAILED
        log.warning("stage_stopped", run=run.id, stage=current.value)
    except WorkbenchError as error:
        run, ended = _failed(run, current, StageError.of(error)), RunStatus.FAILED
        log.warning("stage_failed", run=run.id, stage=current.value, kind=error.kind)
    except Exception as error:
        log.exception("stage_crashed", run=run.id, stage=current.value)
        unexpected = StageError(
            kind=type(error).__name__, **localized("pipeline.crashed", stage=current.value)
        )
        run, ended = _failed(run, current, unexpected), RunStatus.FAILED
    finally:
        await events.aclose()
        if ended is None:
            ended = RunStatus.CANCELLED
            run = _stopped(run, services, (time.perf_counter() - began) * 1000)
        run = _closed(run, services, ended)
        await asyncio.shield(_finish(run, store, writes))
    yield RunFinished(run=run)


def _events(run: Run, services: Services, start_at: Stage) -> AsyncGenerator[RunEvent, None]:
    """Return the events of the stages: a fork with models enters the LangGraph at its stage."""
    if start_at is Stage.NORMALIZE or not services.has_models:
        return run_stages(run, services, start_at)
    from workbench.pipeline.graph import events_of_graph

    return events_of_graph(run, services, start_at)


def _stopped(run: Run, services: Services, ms: float) -> Run:
    """Return the cancelled run with its streamed text; an error in that text is logged only."""
    try:
        return with_streamed_text(run, services, ms)
    except Exception:
        log.exception("stopped_answer_lost", run=run.id)
        return run


async def _finish(run: Run, store: RunRecorder, writes: TrailingWrites) -> None:
    """Store the record of a stage that did not end, if any, and the run's final status."""
    for record in run.stages[-1:]:
        if record.status == "stopped":
            writes.add(store.stage_ended(run.id, record, _given(run, record.name)))
        elif record.status == "failed" and not record.output_hash:
            writes.add(store.stage_ended(run.id, record, {}))
    writes.add(store.finish(run))
    await writes.wait()


def _failed(run: Run, stage: Stage, error: StageError) -> Run:
    """Return the run with the record of the failed stage, which has no output.

    The record replaces that of a stage which ended before an earlier one could not be stored.
    """
    record = StageRecord(name=stage, status="failed", error=error)
    others = (other for other in run.stages if other.name is not stage)
    return run.model_copy(update={"stages": (*others, record)})


def _closed(run: Run, services: Services, status: RunStatus) -> Run:
    return run.model_copy(
        update={
            "status": status,
            "models": {**services.models, **services.recording.last_models},
            "exchanges": tuple(services.recording.exchanges),
            "usage": services.recording.usage,
            "templates": services.templates,
            "settings": services.settings,
        }
    )


def _given(run: Run, stage: Stage) -> dict[str, Any]:
    return {name: getattr(run, name) for name in STAGE_OUTPUTS[stage]}
