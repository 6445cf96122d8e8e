"""Follow the files that a person adds, in a thread that survives a reload of the page."""

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from workbench.domain.evidence import StageError
from workbench.errors import WorkbenchError
from workbench.logs import log

if TYPE_CHECKING:
    from workbench.bootstrap.values import FilesAdded, IngestStep

    Events = Iterator[IngestStep | FilesAdded]


@dataclass(frozen=True)
class AddingSnapshot:
    """The state of adding files at one moment."""

    step: "IngestStep | None" = None
    added: "FilesAdded | None" = None
    """The result, once the files are indexed."""
    error: StageError | None = None
    finished: bool = False
    cancelled: bool = False


class AddingJob:
    """Adds files in a worker thread."""

    def __init__(self, events: "Callable[[], Events]") -> None:
        self.snapshot = AddingSnapshot()
        self._begin = events
        self._stream: Events | None = None
        self._thread = threading.Thread(target=self._work, name="adding", daemon=True)
        self._thread.start()

    def join(self, timeout: float) -> None:
        """Wait for the end, at most ``timeout`` seconds."""
        self._thread.join(timeout)

    def cancel(self) -> None:
        """Stop indexing after the current file; the files stay in the folder."""
        self._update(cancelled=True)
        close = getattr(self._stream, "close", None)
        if close is not None:
            close()

    def _work(self) -> None:
        try:
            self._follow()
        except WorkbenchError as error:
            self._update(error=StageError.of(error))
        except Exception as error:
            if not self.snapshot.cancelled:
                log.error("adding_failed", exc_info=error)
                self._update(error=StageError(kind="InternalError", message=""))
        finally:
            self._update(finished=True)

    def _follow(self) -> None:
        self._stream = self._begin()
        for event in self._stream:
            if hasattr(event, "stage"):
                self._update(step=event)
            else:
                self._update(added=event)

    def _update(self, **changes: object) -> None:
        self.snapshot = replace(self.snapshot, **changes)  # type: ignore[arg-type]


class AddingJobs:
    """The jobs of this process by workspace; "" for one that makes a workspace."""

    def __init__(self) -> None:
        self._jobs: dict[str, AddingJob] = {}

    def start(self, workspace: str, events: "Callable[[], Events]") -> None:
        """Start a job, unless one for the workspace is running."""
        current = self._jobs.get(workspace)
        if current is None or current.snapshot.finished:
            self._jobs[workspace] = AddingJob(events)

    def find(self, workspace: str) -> AddingJob | None:
        """The running or last job of a workspace."""
        return self._jobs.get(workspace)

    def forget(self, workspace: str) -> None:
        """Drop a job that has ended."""
        with suppress(KeyError):
            del self._jobs[workspace]
