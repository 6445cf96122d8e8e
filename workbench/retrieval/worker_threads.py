"""Run searches in threads, with a separate pool for those that wait for a provider."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextvars import copy_context
from functools import cache, partial
from typing import TypeVar

from workbench.event_loop import cancel_scope

T = TypeVar("T")

WAITING = 64
"""Threads for searches that wait for a provider's vector. The event loop's own pool has six threads
on two processors: if a provider hangs, the sixtieth question would wait for nine before it."""


@cache
def io_threads() -> Executor:
    """Return the pool of the process, which all workspaces share."""
    return ThreadPoolExecutor(WAITING, thread_name_prefix="search")


async def run_in_thread(pool: Executor | None, work: Callable[[], T]) -> T:
    """Run work in a thread of the pool, or of the event loop's default pool, with the same context.

    If the caller is cancelled, calls to a provider are aborted.
    """
    loop = asyncio.get_running_loop()
    with cancel_scope():
        return await loop.run_in_executor(pool, partial(copy_context().run, work))
