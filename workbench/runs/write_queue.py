"""Write the runs of a process from one thread, batching pending writes into transactions."""

import asyncio
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Executable

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
    by: float
    """When it is to be begun at the latest, on the monotonic clock."""
    statement: Executable | None = None
    """Executed before ``work``, with ``row`` and the rows of neighbours with the same statement."""
    row: Mapping[str, Any] = field(default_factory=dict)

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
        return await self._queued(_Job(work, *_waiter(within_s)), within_s)

    async def put(
        self, statement: Executable, row: Mapping[str, Any], *, within_s: float = 0.0
    ) -> None:
        """Execute a statement with a row and commit it, as ``write`` does.

        Rows of one statement that follow each other are executed together, since SQLAlchemy takes
        longer to prepare an execution than SQLite for a row.
        """
        job = _Job(_nothing, *_waiter(within_s), statement, row)
        await self._queued(job, within_s)

    async def _queued(self, job: _Job[T], within_s: float) -> T:
        with self._lock:
            # An earlier write of the same loop begins first, and takes this one with it.
            follows = any(one.loop is job.loop and one.by <= job.by for one in self._waiting)
            self._waiting.append(job)
        if not within_s:
            self._begin(job)
        elif not follows:
            job.loop.call_later(within_s, self._begin, job)
        return await job.done

    def _begin(self, job: _Job[Any]) -> None:
        """Begin to write if a job is due: another one may have been written with it already."""
        with self._lock:
            due = any(one.by <= job.by for one in self._waiting)
            begin = due and not self._busy
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
        resumed: list[tuple[asyncio.AbstractEventLoop, Callable[[], None]]] = []
        with self._transaction() as connection:
            for statement, same in groupby(jobs, lambda job: job.statement):
                group = list(same)
                if statement is not None:
                    connection.execute(statement, [job.row for job in group])
                resumed += [(job.loop, job.run(connection)) for job in group]
            connection.commit()
        _resume(resumed)

    def _one_by_one(self, jobs: list[_Job[Any]]) -> None:
        """Retry each write by itself after a failure, so that the others are committed."""
        for job in jobs:
            try:
                self._carry_out([job])
            except Exception as error:
                _resume([(job.loop, partial(job.fail, error))])


def _waiter(
    within_s: float,
) -> "tuple[asyncio.AbstractEventLoop, asyncio.Future[Any], float]":
    loop = asyncio.get_running_loop()
    return loop, loop.create_future(), time.monotonic() + within_s


def _nothing(_: Connection) -> None:
    """Do nothing: all that a job writes is its row."""


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
