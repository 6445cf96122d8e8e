"""Waiting for a coroutine in plain code: on a loop of its own, which keeps connections open."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")

_starting = threading.Lock()
_waits: ContextVar[list[Future[Any]] | None] = ContextVar("waits", default=None)


@contextmanager
def ending_waits() -> Iterator[None]:
    """What is still waited for in this context, in whatever thread, ends with it.

    A thread cannot be cancelled: without this a run that is stopped would leave its call behind.
    """
    waits: list[Future[Any]] = []
    token = _waits.set(waits)
    try:
        yield
    finally:
        _waits.reset(token)
        for waiting in waits:
            waiting.cancel()


def wait_for(work: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns, in the caller's context; an interrupt cancels it.

    Works in any thread, whether a loop runs there or not.
    """
    context = copy_context()

    async def within() -> T:
        return await asyncio.get_running_loop().create_task(work, context=context)

    waiting = asyncio.run_coroutine_threadsafe(within(), _loop())
    if (waits := _waits.get()) is not None:
        waits.append(waiting)
    try:
        return waiting.result()
    except BaseException:
        waiting.cancel()
        raise


def _loop() -> asyncio.AbstractEventLoop:
    with _starting:
        return _started()


@cache
def _started() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="embeddings", daemon=True).start()
    return loop
