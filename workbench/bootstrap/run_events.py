"""The events of a run that has yet to be prepared, and the run they end with."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

from workbench.domain.run import Run
from workbench.domain.run_events import RunEvent, RunFinished
from workbench.errors import InputError


async def run_events(
    begin: Callable[[], Awaitable[AsyncGenerator[RunEvent, None]]],
) -> AsyncGenerator[RunEvent, None]:
    """Yield the events of the run that ``begin`` prepares; closing this stream cancels the run."""
    async with aclosing(await begin()) as events:
        async for event in events:
            yield event


async def finished_run(events: AsyncGenerator[RunEvent, None]) -> Run:
    """Return the run that a stream of events ends with."""
    run: Run | None = None
    async for event in events:
        if isinstance(event, RunFinished):
            run = event.run
    if run is None:
        raise InputError("The event stream ended without a finished run.")
    return run
