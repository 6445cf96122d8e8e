"""Append a stage's record and output to a run."""

from collections.abc import Mapping
from typing import Any

from workbench.domain.base import content_hash, output_hash
from workbench.domain.run import Run, Stage, StageRecord
from workbench.pipeline.state import STAGE_OUTPUTS


def with_stage_record(run: Run, stage: Stage, fields: Mapping[str, Any], **record: Any) -> Run:
    """Return the run with a stage's output and its record as the last one.

    Args:
        run: before the stage.
        stage: which one.
        fields: the stage's ``STAGE_OUTPUTS``.
        record: other fields of the StageRecord, such as ``status`` and ``ms``.
    """
    ended = StageRecord(
        name=stage,
        input_hash=run.stages[-1].output_hash if run.stages else content_hash(run.question),
        output_hash=output_hash([fields[name] for name in STAGE_OUTPUTS[stage]]),
        **record,
    )
    return run.model_copy(update={**fields, "stages": (*run.stages, ended)})
