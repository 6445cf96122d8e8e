"""The events of a recorded run, as it streamed them."""

from collections.abc import Iterator
from typing import Any

from workbench.domain.run import Run, RunStatus, Stage
from workbench.domain.run_events import (
    AnswerDelta,
    RunEvent,
    RunFinished,
    RunStarted,
    StageFinished,
    StageStarted,
)
from workbench.pipeline.state import STAGE_OUTPUTS
from workbench.text.citation_marks import words_with_marks


def recorded_events(run: Run) -> Iterator[RunEvent]:
    """Yield the events of a run that has ended, each with the record as it was then."""
    outputs = {name for names in STAGE_OUTPUTS.values() for name in names} - {"language"}
    empty = {name: _default(name) for name in outputs}
    so_far = run.model_copy(update={**empty, "stages": (), "status": RunStatus.RUNNING})
    yield RunStarted(run=so_far)
    for record in run.stages:
        yield StageStarted(run_id=run.id, stage=record.name)
        if record.name is Stage.WRITE and run.answer is not None:
            for piece in words_with_marks(run.answer.marked):
                yield AnswerDelta(run_id=run.id, text=piece)
        fields = {name: getattr(run, name) for name in STAGE_OUTPUTS[record.name]}
        so_far = so_far.model_copy(update={**fields, "stages": (*so_far.stages, record)})
        yield StageFinished(stage=record.name, run=so_far)
    yield RunFinished(run=run)


def _default(name: str) -> Any:
    return Run.model_fields[name].get_default(call_default_factory=True)
