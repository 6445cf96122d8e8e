"""Waiting for a coroutine in plain code: on a loop of its own, which keeps connections open."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")

_starting = threading.Lock()


class _CancelScope:
    """What one caller's threads wait for, as long as the caller is there."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._begun: set[Future[Any]] = set()
        self._ended = False

    def begin(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        with self._lock:
            if self._ended:
                work.close()
                raise CancelledError
            waiting = asyncio.run_coroutine_threadsafe(work, _loop())
            self._begun.add(waiting)
            return waiting

    def over(self, waiting: Future[Any]) -> None:
        with self._lock:
            self._begun.discard(waiting)

    def end(self) -> None:
        with self._lock:
            self._ended = True
            begun = tuple(self._begun)
        for waiting in begun:
            waiting.cancel()


_waits: ContextVar[_CancelScope | None] = ContextVar("waits", default=None)


@contextmanager
def cancel_scope() -> Iterator[None]:
    """What is still waited for in this context, in whatever thread, ends with it; nothing more
    begins.

    A thread cannot be cancelled: without this, one whose caller is gone would go on asking.
    """
    waits = _CancelScope()
    token = _waits.set(waits)
    try:
        yield
    finally:
        _waits.reset(token)
        waits.end()


def run_sync(work: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns, in the caller's context; an interrupt cancels it.

    Works in any thread, whether a loop runs there or not. Raises `concurrent.futures`' own
    CancelledError where whoever asked is gone.
    """
    waits = _waits.get() or _CancelScope()
    waiting = waits.begin(work)
    try:
        return waiting.result()
    except BaseException:
        waiting.cancel()
        raise
    finally:
        waits.over(waiting)


def _loop() -> asyncio.AbstractEventLoop:
    with _starting:
        return _started()


@cache
def _started() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="embeddings", daemon=True).start()
    return loop
