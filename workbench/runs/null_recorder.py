"""Discard the records of runs that belong to no workspace; the caller still gets the Run."""

from collections.abc import Mapping
from typing import Any

from workbench.domain.run import Run, StageRecord


class NullRecorder:
    """A RunRecorder that stores nothing."""

    async def begin(self, run: Run) -> None:
        """See RunRecorder."""

    async def stage_ended(
        self, run_id: str, record: StageRecord, fields: Mapping[str, Any]
    ) -> None:
        """See RunRecorder."""

    async def finish(self, run: Run) -> None:
        """See RunRecorder."""
