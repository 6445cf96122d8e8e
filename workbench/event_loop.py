"""Run coroutines from synchronous code on one background loop, which keeps connections open."""

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
    """The futures that the threads of one caller wait for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._begun: set[Future[Any]] = set()
        self._ended = False

    def submit(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        with self._lock:
            if self._ended:
                work.close()
                raise CancelledError
            waiting = asyncio.run_coroutine_threadsafe(work, _loop())
            self._begun.add(waiting)
            return waiting

    def discard(self, waiting: Future[Any]) -> None:
        with self._lock:
            self._begun.discard(waiting)

    def close(self) -> None:
        with self._lock:
            self._ended = True
            begun = tuple(self._begun)
        for waiting in begun:
            waiting.cancel()


_waits: ContextVar[_CancelScope | None] = ContextVar("waits", default=None)


@contextmanager
def cancel_scope() -> Iterator[None]:
    """Cancel on exit every `run_sync` of this context, in any thread, and refuse new ones.

    A thread cannot be cancelled: one whose caller has left would otherwise keep sending requests.
    """
    waits = _CancelScope()
    token = _waits.set(waits)
    try:
        yield
    finally:
        _waits.reset(token)
        waits.close()


def run_sync(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in the caller's context and return its result; an interrupt cancels it.

    Works in any thread, whether a loop runs there or not. Raises
    `concurrent.futures.CancelledError` when the surrounding `cancel_scope` has ended.
    """
    waits = _waits.get() or _CancelScope()
    waiting = waits.submit(work)
    try:
        return waiting.result()
    except BaseException:
        waiting.cancel()
        raise
    finally:
        waits.discard(waiting)


def _loop() -> asyncio.AbstractEventLoop:
    with _starting:
        return _started()


@cache
def _started() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="embeddings", daemon=True).start()
    return loop
