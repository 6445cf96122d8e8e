"""Follow long work that reports its steps, in a thread that survives a reload of the page."""

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from workbench.domain.evidence import StageError
from workbench.errors import WorkbenchError
from workbench.logs import log

StepT = TypeVar("StepT")
ResultT = TypeVar("ResultT")
MOST_JOBS = 100
"""Jobs that are kept for those who come back to them; beyond it the oldest that ended go."""


@dataclass(frozen=True)
class StreamSnapshot(Generic[StepT, ResultT]):
    """The state of a job at one moment."""

    step: StepT | None = None
    """The last step."""
    steps: int = 0
    """How many there were so far."""
    result: ResultT | None = None
    """What the work ended with."""
    error: StageError | None = None
    finished: bool = False
    cancelled: bool = False


class StreamJob(Generic[StepT, ResultT]):
    """Runs a stream of steps that ends with a result, in a worker thread.

    Args:
        begin: begins the work and returns its stream.
        result_type: the class of the result.
        owner: who started it, such as the ticket of a session.
    """

    def __init__(
        self,
        begin: Callable[[], Iterator[StepT | ResultT]],
        result_type: type[ResultT],
        owner: str = "",
    ) -> None:
        self.owner = owner
        self.snapshot: StreamSnapshot[StepT, ResultT] = StreamSnapshot()
        self._changing = threading.Lock()
        self._begin = begin
        self._result_type = result_type
        self._stream: Iterator[StepT | ResultT] | None = None
        self._thread = threading.Thread(target=self._work, name="stream-job", daemon=True)
        self._thread.start()

    def join(self, timeout: float) -> None:
        """Wait for the end, at most ``timeout`` seconds."""
        self._thread.join(timeout)

    def cancel(self) -> None:
        """Stop after the current step; what was done so far stays."""
        self._update(cancelled=True)
        self._close()

    def _work(self) -> None:
        try:
            self._follow()
        except WorkbenchError as error:
            self._update(error=StageError.of(error))
        except Exception as error:
            if not self.snapshot.cancelled:
                log.error("stream_job_failed", exc_info=error)
                self._update(error=StageError(kind="InternalError", message=""))
        finally:
            self._update(finished=True)

    def _follow(self) -> None:
        self._stream = self._begin()
        if self.snapshot.cancelled:
            self._close()
        for event in self._stream:
            if isinstance(event, self._result_type):
                self._update(result=event)
            else:
                self._update(step=event, steps=self.snapshot.steps + 1)
            if self.snapshot.cancelled:
                self._close()

    def _close(self) -> None:
        close = getattr(self._stream, "close", None)
        if close is not None:
            # "generator already executing": it is closed after the step that it is at.
            with suppress(ValueError):
                close()

    def _update(self, **changes: object) -> None:
        with self._changing:  # by the page, by the worker: neither loses the other's change
            self.snapshot = replace(self.snapshot, **changes)  # type: ignore[arg-type]


class StreamJobs(Generic[StepT, ResultT]):
    """The jobs of this process, one at a time for each name."""

    def __init__(self) -> None:
        self._jobs: dict[str, StreamJob[StepT, ResultT]] = {}
        self._starting = threading.Lock()

    def start(
        self,
        name: str,
        begin: Callable[[], Iterator[StepT | ResultT]],
        result_type: type[ResultT],
        owner: str = "",
    ) -> None:
        """Start a job, unless one of the name is running."""
        with self._starting:
            current = self._jobs.get(name)
            if current is None or current.snapshot.finished:
                self._jobs.pop(name, None)  # it becomes the newest
                self._jobs[name] = StreamJob(begin, result_type, owner)
                self._forget_oldest()

    def _forget_oldest(self) -> None:
        ended = [name for name, job in self._jobs.items() if job.snapshot.finished]
        for name in ended[: max(0, len(self._jobs) - MOST_JOBS)]:
            self._jobs.pop(name, None)

    def find(self, name: str) -> StreamJob[StepT, ResultT] | None:
        """The running or last job of a name."""
        return self._jobs.get(name)

    def forget(self, name: str) -> None:
        """Drop a job that has ended."""
        self._jobs.pop(name, None)
