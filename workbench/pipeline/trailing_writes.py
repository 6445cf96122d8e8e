"""Record a run behind its stages: writes keep their order, and the run waits once, at its end."""

import asyncio
from collections.abc import Coroutine
from typing import Any


class TrailingWrites:
    """The writes of one run to its recorder.

    The first one is awaited, so that a run that has begun is never lost. A process that is killed
    loses at most the stages whose writes are under way: a few milliseconds of work.
    """

    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []

    def add(self, write: Coroutine[Any, Any, None]) -> None:
        """Begin a write; raise the error of an earlier one that has failed meanwhile."""
        self._tasks.append(asyncio.create_task(write))
        for task in self._tasks:
            if task.done() and (error := task.exception()):
                raise error

    async def wait(self) -> None:
        """Wait for all writes; raise the first error."""
        outcomes = await asyncio.gather(*self._tasks, return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, BaseException):
                raise outcome
