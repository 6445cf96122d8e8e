"""Run questions in worker threads and let pages draw the events received so far."""

import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from workbench.domain.evidence import StageError
from workbench.domain.run import Run, RunStatus, Stage
from workbench.domain.run_events import (
    AnswerDelta,
    RunEvent,
    RunFinished,
    RunStarted,
    StageFinished,
    StageStarted,
)
from workbench.errors import WorkbenchError
from workbench.gc_pause import exempt_from_gc
from workbench.logs import log

Build = Callable[[Callable[[str, int, int], None]], object]
"""Builds indexes and reports progress to a callback: step, done, total."""

KEPT_S = 900.0
"""Seconds that a finished run stays in memory; afterwards it is read from the store."""


@dataclass(frozen=True)
class Progress:
    """The progress of building a workspace's indexes."""

    step: str
    done: int
    total: int


@dataclass(frozen=True)
class RunSnapshot:
    """The state of a run at one moment."""

    run: Run | None = None
    stage: Stage | None = None
    """The stage that is running."""
    text: str = ""
    """The answer text streamed so far."""
    question: str = ""
    """What was asked, where the run does not hold it yet."""
    preparing: Progress | None = None
    error: StageError | None = None
    """An error outside any stage, which kept the run from starting or finishing."""
    finished: bool = False
    cancelled: bool = False


class Preparation:
    """Builds a workspace's indexes in a thread that several runs may wait for."""

    def __init__(self, build: Build) -> None:
        self.progress = Progress("", 0, 0)
        self.error: WorkbenchError | None = None
        self._build = build
        self._thread = threading.Thread(target=self._work, name="prepare", daemon=True)
        self._thread.start()

    @property
    def finished(self) -> bool:
        """Whether it has ended, with or without an error."""
        return not self._thread.is_alive()

    def join(self, timeout: float) -> None:
        """Wait for the end, at most ``timeout`` seconds."""
        self._thread.join(timeout)

    def wait(self, tell: Callable[[Progress], None]) -> None:
        """Wait for the end, reporting progress; re-raises the build's error."""
        while not self.finished:
            tell(self.progress)
            self._thread.join(0.1)
        if self.error is not None:
            raise self.error

    def _work(self) -> None:
        try:
            self._build(self._arrived)
            exempt_from_gc()
        except WorkbenchError as error:
            self.error = error
        except Exception:
            log.exception("prepare_failed")
            self.error = WorkbenchError("")

    def _arrived(self, step: str, done: int, total: int) -> None:
        self.progress = Progress(step, done, total)


class LiveRun:
    """One run in progress and its worker thread."""

    def __init__(
        self,
        events: Callable[[], Iterator[RunEvent]],
        *,
        question: str = "",
        prepare: Preparation | None = None,
        reload: Callable[[str], Run | None] = lambda _: None,
    ) -> None:
        self.ticket = uuid.uuid4().hex[:12]
        self.began_at = 0.0
        self.finished_at: float | None = None
        self._events: Callable[[], Iterator[RunEvent]] | None = events
        self._prepare = prepare
        self._reload = reload
        self._view = RunSnapshot(question=question)
        self._changed = threading.Condition()
        self._stop = threading.Event()
        self._stream: Iterator[RunEvent] | None = None
        self._thread = threading.Thread(target=self._work, name=f"run-{self.ticket}", daemon=True)

    def start(self) -> "LiveRun":
        """Start the worker thread and return at once."""
        self.began_at = time.monotonic()
        self._thread.start()
        return self

    @property
    def snapshot(self) -> RunSnapshot:
        """The current snapshot."""
        with self._changed:
            return self._view

    @property
    def run_id(self) -> str | None:
        """The run's id, once there is one."""
        run = self.snapshot.run
        return run.id if run else None

    def wait(self, until: Callable[[RunSnapshot], bool], timeout: float) -> RunSnapshot:
        """Wait until a condition holds, at most ``timeout`` seconds; returns the snapshot."""
        with self._changed:
            self._changed.wait_for(lambda: until(self._view), timeout)
            return self._view

    def join(self, timeout: float) -> None:
        """Wait for the worker thread, which may outlive a cancelled run."""
        self._thread.join(timeout)

    @property
    def stopping(self) -> bool:
        """Whether the run was cancelled."""
        return self._stop.is_set()

    def cancel(self) -> None:
        """Cancel the run in whichever stage it is."""
        self._stop.set()
        self._close()
        self._end()

    def _close(self) -> None:
        close = getattr(self._stream, "close", None)
        if close is not None:
            # A running generator raises ValueError; the worker closes it after its next event.
            with suppress(ValueError):
                close()

    def _work(self) -> None:
        try:
            self._carry_out()
        except Exception as error:
            if not self._stop.is_set():
                self._update(error=_as_stage_error(error))
        finally:
            self._events = None
            self._end()

    def _carry_out(self) -> None:
        if self._prepare is not None:
            self._prepare.wait(lambda progress: self._update(preparing=progress))
            self._update(preparing=None)
        begin, self._events = self._events, None  # drop the closure's API keys after the run
        if self._stop.is_set() or begin is None:
            return
        self._stream = begin()
        for event in self._stream:
            self._take(event)
            if self._stop.is_set():
                break
        self._close()

    def _take(self, event: RunEvent) -> None:
        if self._stop.is_set():
            return
        match event:
            case RunStarted(run=run):
                self._update(run=run)
            case StageStarted(stage=stage):
                self._update(stage=stage)
            case StageFinished(run=run):
                self._update(run=run, stage=None)
            case AnswerDelta(text=text):
                self._update(text=self._view.text + text)
            case RunFinished(run=run):
                self._update(run=run, stage=None)

    def _update(self, **changes: object) -> None:
        with self._changed:
            self._view = replace(self._view, **changes)  # type: ignore[arg-type]
            self._changed.notify_all()

    def _end(self) -> None:
        run = self._view.run
        if run is not None and (run.status is RunStatus.RUNNING or self._stop.is_set()):
            run = self._stored(run)
        self.finished_at = time.monotonic()
        self._update(
            run=run, stage=None, preparing=None, finished=True, cancelled=self._stop.is_set()
        )

    def _stored(self, run: Run) -> Run:
        """Reload a run whose final event is missing; else mark it cancelled or interrupted."""
        with suppress(WorkbenchError):
            stored = self._reload(run.id)
            if stored is not None and stored.status is not RunStatus.RUNNING:
                return stored
        status = RunStatus.CANCELLED if self._stop.is_set() else RunStatus.INTERRUPTED
        return run.model_copy(update={"status": status})


def _as_stage_error(error: Exception) -> StageError:
    if not isinstance(error, WorkbenchError):
        log.error("run_worker_failed", exc_info=error)
        return StageError(kind="InternalError", message="")
    return StageError.of(error)


class LiveRunRegistry:
    """The runs in progress of this process, by ticket or run id. Shared by all sessions."""

    def __init__(self) -> None:
        self._runs: dict[str, LiveRun] = {}
        self._preparing: dict[str, Preparation] = {}
        self._lock = threading.Lock()

    def add(self, run: LiveRun) -> LiveRun:
        """Register and start a run; runs that ended ``KEPT_S`` ago are dropped."""
        oldest = time.monotonic() - KEPT_S
        with self._lock:
            self._runs = {
                ticket: kept
                for ticket, kept in self._runs.items()
                if kept.finished_at is None or kept.finished_at > oldest
            }
            self._runs[run.ticket] = run
        return run.start()

    def find(self, name: str | None) -> LiveRun | None:
        """The run with this ticket or run id."""
        if name is None:
            return None
        with self._lock:
            runs = list(self._runs.values())
        return next((run for run in reversed(runs) if name in (run.ticket, run.run_id)), None)

    def prepare(self, workspace: str, build: Build) -> Preparation:
        """The current or a new build of a workspace's indexes; a failed one stays until dropped."""
        with self._lock:
            current = self._preparing.get(workspace)
            if current is None or (current.finished and current.error is None):
                current = self._preparing[workspace] = Preparation(build)
            return current

    def preparation(self, name: str) -> Preparation | None:
        """The current or last build of this name."""
        with self._lock:
            return self._preparing.get(name)

    def drop_preparation(self, workspace: str) -> None:
        """Drop a failed build, so that the next ``prepare`` starts another."""
        with self._lock:
            self._preparing.pop(workspace, None)
