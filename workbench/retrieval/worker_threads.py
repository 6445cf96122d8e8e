"""Threads for searches: the event loop's few for those that compute, many for those that wait."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextvars import copy_context
from functools import cache, partial
from typing import TypeVar

from workbench.event_loop import cancel_scope

T = TypeVar("T")

WAITING = 64
"""Searches at once that wait for a provider's vector. The event loop has six threads on two
processors: where a provider hangs, the sixtieth question would wait for nine before it."""


@cache
def io_threads() -> Executor:
    """Shared by all workspaces of the process."""
    return ThreadPoolExecutor(WAITING, thread_name_prefix="search")


async def run_in_thread(pool: Executor | None, work: Callable[[], T]) -> T:
    """Do the work in a thread of the pool, or of the event loop's own, in the caller's context.

    A caller that is cancelled leaves no call to a provider behind.
    """
    loop = asyncio.get_running_loop()
    with cancel_scope():
        return await loop.run_in_executor(pool, partial(copy_context().run, work))
