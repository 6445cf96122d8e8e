"""Write the runs of a process from one thread, batching pending writes into transactions."""

import asyncio
import threading
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection

T = TypeVar("T")
Transaction = Callable[[], AbstractContextManager[Connection]]
"""Opens a connection for writing; it raises RunStoreErrors."""

MOST_AT_ONCE = 200
"""Writes in one transaction; a longer one would lock other processes out of SQLite too long."""


@dataclass
class _Job(Generic[T]):
    work: Callable[[Connection], T]
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[T]"

    def run(self, connection: Connection) -> Callable[[], None]:
        """Do the work; the returned function, called in the caller's loop, resumes the caller."""
        return partial(self._succeed, self.work(connection))

    def _succeed(self, outcome: T) -> None:
        if not self.done.cancelled():
            self.done.set_result(outcome)

    def fail(self, error: Exception) -> None:
        """Raise an error in the caller, from its loop."""
        if not self.done.cancelled():
            self.done.set_exception(error)


class WriteQueue:
    """Runs writes in the order they were requested; each caller waits for its commit."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction
        self._lock = threading.Lock()
        self._waiting: deque[_Job[Any]] = deque()
        self._busy = False
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="workbench-runs")

    async def write(self, work: Callable[[Connection], T], *, within_s: float = 0.0) -> T:
        """Do the work and commit it. A cancelled caller stops waiting; the write continues.

        A write that may wait for ``within_s`` seconds shares the transaction of those that follow:
        waking the thread for each would take longer than the writes.
        """
        loop = asyncio.get_running_loop()
        job = _Job(work, loop, loop.create_future())
        with self._lock:
            self._waiting.append(job)
        if within_s:
            loop.call_later(within_s, self._begin)
        else:
            self._begin()
        return await asyncio.shield(job.done)

    def _begin(self) -> None:
        with self._lock:
            begin = bool(self._waiting) and not self._busy
            self._busy = self._busy or begin
        if begin:
            self._thread.submit(self._write_all)

    def _write_all(self) -> None:
        while jobs := self._next():
            try:
                self._carry_out(jobs)
            except Exception:
                self._one_by_one(jobs)

    def _next(self) -> list[_Job[Any]]:
        with self._lock:
            jobs = [self._waiting.popleft() for _ in range(min(len(self._waiting), MOST_AT_ONCE))]
            self._busy = bool(jobs)
        return jobs

    def _carry_out(self, jobs: list[_Job[Any]]) -> None:
        with self._transaction() as connection:
            resumed = [(job.loop, job.run(connection)) for job in jobs]
            connection.commit()
        _resume(resumed)

    def _one_by_one(self, jobs: list[_Job[Any]]) -> None:
        """Retry each write by itself after a failure, so that the others are committed."""
        for job in jobs:
            try:
                self._carry_out([job])
            except Exception as error:
                _resume([(job.loop, partial(job.fail, error))])


def _resume(callers: Sequence[tuple[asyncio.AbstractEventLoop, Callable[[], object]]]) -> None:
    """Resume callers in their loops; each loop is woken once for all of its callers."""
    by_loop: dict[asyncio.AbstractEventLoop, list[Callable[[], object]]] = defaultdict(list)
    for loop, resume in callers:
        by_loop[loop].append(resume)
    for loop, all_of_loop in by_loop.items():
        with suppress(RuntimeError):  # the loop is closed: nobody waits
            loop.call_soon_threadsafe(_call_all, all_of_loop)


def _call_all(resumes: Iterable[Callable[[], object]]) -> None:
    for resume in resumes:
        resume()
