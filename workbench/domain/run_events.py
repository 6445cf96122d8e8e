"""Events that a run streams while it is made."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from workbench.domain.base import Value
from workbench.domain.run import Run, Stage


class RunStarted(Value):
    """The run has started and is stored: its id can be opened."""

    kind: Literal["run_started"] = "run_started"
    run: Run


class StageStarted(Value):
    """A stage has started."""

    kind: Literal["stage_started"] = "stage_started"
    run_id: str
    stage: Stage


class StageFinished(Value):
    """A stage has ended; ``run`` is the record so far."""

    kind: Literal["stage_finished"] = "stage_finished"
    stage: Stage
    run: Run


class AnswerDelta(Value):
    """The next piece of the answer's text; a citation marker is never split between two."""

    kind: Literal["answer_delta"] = "answer_delta"
    run_id: str
    text: str


class RunFinished(Value):
    """The run has ended, with any status."""

    kind: Literal["run_finished"] = "run_finished"
    run: Run


RunEvent: TypeAlias = Annotated[
    RunStarted | StageStarted | StageFinished | AnswerDelta | RunFinished,
    Field(discriminator="kind"),
]
