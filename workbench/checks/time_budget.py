"""How long one pass of the checks may compute, and the threads that it computes in."""

import os
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import cache
from typing import TypeVar

from workbench.retrieval.worker_threads import run_in_thread

T = TypeVar("T")

BUDGET_S = 3.0
"""Seconds for the claims of one answer; a usual one takes 0.01, one of 64,000 characters with a
thousand different claims about 2."""


class TimeBudget:
    """Counts from when it is made."""

    def __init__(self, seconds: float = BUDGET_S) -> None:
        self._ends = time.monotonic() + seconds

    @property
    def is_spent(self) -> bool:
        """True once the time is over: what is not judged by then is not checkable."""
        return time.monotonic() >= self._ends


@cache
def _threads() -> Executor:
    """Apart from those of searches: long answers being checked keep no question from its search."""
    return ThreadPoolExecutor(os.cpu_count() or 2, thread_name_prefix="checks")


async def off_loop(work: Callable[[], T]) -> T:
    """Compute in a thread, while the event loop serves everyone else."""
    return await run_in_thread(_threads(), work)
