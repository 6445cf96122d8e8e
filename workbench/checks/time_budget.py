"""Limit the time of the checks, and run them in their own threads."""

import os
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import cache
from typing import TypeVar

from workbench.retrieval.worker_threads import run_in_thread

T = TypeVar("T")

BUDGET_S = 3.0
"""Seconds for the claims of one answer; a typical one takes 0.01, one of 64,000 characters with a
thousand different claims about 2."""


SHORT = 1_000
"""Characters of an answer and its sources that are checked in less than 5 ms, for which a thread
keeps the interpreter: the loop would go on no earlier beside one."""


class TimeBudget:
    """A time limit that starts when the object is created."""

    def __init__(self, seconds: float = BUDGET_S) -> None:
        self._ends = time.monotonic() + seconds

    @property
    def is_spent(self) -> bool:
        """True once the time is over; claims not judged by then are not checkable."""
        return time.monotonic() >= self._ends


@cache
def _threads() -> Executor:
    """Return the pool of the checks, separate from searches, so that neither blocks the other."""
    return ThreadPoolExecutor(os.cpu_count() or 2, thread_name_prefix="checks")


async def off_loop(work: Callable[[], T], characters: int) -> T:
    """Run ``work`` in a thread, so that it does not block the event loop.

    Args:
        work: the checks.
        characters: of the answer and of the sources that it reads; a few are read at once.
    """
    return work() if characters <= SHORT else await run_in_thread(_threads(), work)
