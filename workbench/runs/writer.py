"""One thread writes for all runs of a process, and what waits in one transaction."""

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection

T = TypeVar("T")
Transaction = Callable[[], AbstractContextManager[Connection]]
"""Opens a connection that is going to write; its errors are RunStoreErrors."""

MOST_AT_ONCE = 200


@dataclass
class _Job(Generic[T]):
    work: Callable[[Connection], T]
    done: "Future[T]" = field(default_factory=Future)

    def run(self, connection: Connection) -> Callable[[], None]:
        """Do the work; the caller of it is told by what this returns, after the commit."""
        outcome = self.work(connection)
        return lambda: self.done.set_result(outcome)


class Writer:
    """Writes in the order of asking. Whoever waits is told after the commit, never before."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction
        self._lock = threading.Lock()
        self._waiting: deque[_Job[Any]] = deque()
        self._busy = False
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="workbench-runs")

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Have the work done. A caller that is cancelled stops waiting; the work is done."""
        job = _Job(work)
        job.done.set_running_or_notify_cancel()  # from now on nobody can call it off
        with self._lock:
            self._waiting.append(job)
            begin, self._busy = not self._busy, True
        if begin:
            self._thread.submit(self._write_all)
        return await asyncio.shield(asyncio.wrap_future(job.done))

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
            tell = [job.run(connection) for job in jobs]
            connection.commit()
        for told in tell:
            told()

    def _one_by_one(self, jobs: list[_Job[Any]]) -> None:
        """One of them cannot be written: the others can."""
        for job in jobs:
            try:
                self._carry_out([job])
            except Exception as error:
                job.done.set_exception(error)
