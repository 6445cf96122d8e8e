"""The RunStore port: where runs are kept, stage by stage."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from workbench.domain.question import Turn
from workbench.domain.run import Run, RunStatus, RunSummary, StageRecord


class RunRecorder(Protocol):
    """Takes a run's records as they come about."""

    async def begin(self, run: Run) -> None:
        """Record that a run has started, with any stages it took over from its parent."""
        ...

    async def stage_ended(
        self, run_id: str, record: StageRecord, fields: Mapping[str, Any]
    ) -> None:
        """Record a stage as it ends, with the run's fields that it gave."""
        ...

    async def finish(self, run: Run) -> None:
        """Record how the run ended."""
        ...


class RunStore(RunRecorder, Protocol):
    """Stores a run from its start, stage by stage. Failures are RunStoreErrors."""

    async def get(self, run_id: str) -> Run | None:
        """The whole run; an id's unambiguous beginning is enough."""
        ...

    async def list(
        self,
        *,
        workspace: str | None = None,
        text: str | None = None,
        status: RunStatus | None = None,
        thread: str | None = None,
        limit: int = 50,
        offset: int = 0,
    ) -> Sequence[RunSummary]:
        """Runs, newest first; ``text`` is looked for in the question, in any case."""
        ...

    async def turns(
        self,
        thread_id: str,
        limit: int = 5,
        before: str | None = None,
        workspace: str | None = None,
    ) -> tuple[Turn, ...]:
        """The thread's last answered questions, oldest first; those before a run (its id), those
        of one workspace.
        """
        ...

    async def delete(self, run_id: str) -> bool:
        """Remove a run; False when there is none."""
        ...
