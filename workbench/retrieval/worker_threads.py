"""Run blocking work in threads, with the caller's context variables."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextvars import copy_context
from functools import cache, partial
from typing import TypeVar

T = TypeVar("T")

SEARCHES = 64
"""Threads for searches that may wait for a vector store on a server. The event loop's own pool has
six threads on two processors."""


@cache
def search_threads() -> Executor:
    """Return the pool of the process, which all workspaces share."""
    return ThreadPoolExecutor(SEARCHES, thread_name_prefix="search")


@cache
def graph_threads() -> Executor:
    """Return the pool for composing queries to graphs and for evaluating them."""
    return ThreadPoolExecutor(os.cpu_count() or 2, thread_name_prefix="graph")


async def run_in_thread(pool: Executor | None, work: Callable[[], T]) -> T:
    """Run work in a thread of the pool, or of the event loop's own.

    Cancelling the caller does not end the work.
    """
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(pool, partial(copy_context().run, work))
