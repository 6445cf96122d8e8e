"""Store the stages of a run while the next ones run, in order; the run waits once, at its end."""

import asyncio
from collections.abc import Coroutine
from typing import Any


class TrailingWrites:
    """The writes of one run to its recorder.

    The first one is awaited, so that a run that has begun is never lost. A process that is killed
    loses at most the stages whose writes are under way: the work of its last 50 ms.
    """

    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []

    def add(self, write: Coroutine[Any, Any, None]) -> None:
        """Begin a write."""
        self._tasks.append(asyncio.create_task(write))

    def raise_failed(self) -> None:
        """Raise the error of a write that has failed; each error is raised once."""
        for task in [task for task in self._tasks if task.done()]:
            self._tasks.remove(task)
            if not task.cancelled() and (error := task.exception()):
                raise error

    async def wait(self) -> None:
        """Wait for all writes; raise the first error that was not raised yet.

        A write whose task was cancelled, as when the event loop closes, is not an error: the
        recorder completes what it has begun.
        """
        outcomes = await asyncio.gather(*self._tasks, return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, Exception):
                raise outcome
