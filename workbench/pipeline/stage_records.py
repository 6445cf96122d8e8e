"""A stage's record beside the fields it gave: how it ended, how long it took, from what to what."""

from collections.abc import Mapping
from typing import Any

from workbench.domain.base import content_hash
from workbench.domain.run import Run, Stage, StageRecord
from workbench.pipeline.state import STAGE_OUTPUTS


def recorded(run: Run, stage: Stage, fields: Mapping[str, Any], **record: Any) -> Run:
    """The run with what a stage gave, and its record as the last one.

    Args:
        run: before the stage.
        stage: which one.
        fields: those of ``GIVES`` that it filled.
        record: the rest of the StageRecord.
    """
    ended = StageRecord(
        name=stage,
        input_hash=run.stages[-1].output_hash if run.stages else content_hash(run.question),
        output_hash=content_hash([fields[name] for name in STAGE_OUTPUTS[stage]]),
        **record,
    )
    return run.model_copy(update={**fields, "stages": (*run.stages, ended)})
