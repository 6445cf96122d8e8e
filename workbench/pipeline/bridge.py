"""Run coroutines and async iterators from synchronous code: Streamlit, the CLI, notebooks."""

import asyncio
import queue
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from functools import cache
from typing import Any, TypeVar, cast

T = TypeVar("T")
_END = object()
_LEAVE_S = 2.0
"""Seconds a cancelled coroutine may take to store its partial output."""


class Bridge:
    """An event loop in its own thread; it also works from inside a running loop."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, name="workbench-loop", daemon=True).start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine and return its result; KeyboardInterrupt cancels it first."""
        ended = threading.Event()

        async def carried() -> T:
            try:
                return await work
            finally:
                ended.set()

        waiting = asyncio.run_coroutine_threadsafe(carried(), self._loop)
        try:
            return waiting.result()
        except KeyboardInterrupt:
            waiting.cancel()
            ended.wait(_LEAVE_S)
            raise

    def iterate(self, stream: AsyncIterator[T]) -> "Items[T]":
        """Return the stream as a plain iterator; closing it from any thread cancels it."""
        return Items(stream, self._loop)


class Items(Iterator[T]):
    """The items of a stream as they arrive. ``close`` wakes a waiting reader."""

    def __init__(self, stream: AsyncIterator[T], loop: asyncio.AbstractEventLoop) -> None:
        self._arrived: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._pumping = asyncio.run_coroutine_threadsafe(_pump(stream, self._arrived), loop)

    def __next__(self) -> T:
        item = self._arrived.get()
        if item is not _END:
            return cast(T, item)
        self._arrived.put(_END)
        if not self._pumping.cancelled():
            self._pumping.result()
        raise StopIteration

    def close(self) -> None:
        """Cancel the stream; items that have arrived can still be read."""
        if not self._pumping.done():
            self._pumping.cancel()

    def __del__(self) -> None:
        self.close()


async def _pump(stream: AsyncIterator[T], arrived: "queue.SimpleQueue[Any]") -> None:
    try:
        async for item in stream:
            arrived.put(item)
    finally:
        arrived.put(_END)


_building = threading.Lock()


@cache
def _only() -> Bridge:
    return Bridge()


def bridge() -> Bridge:
    """Return the process-wide bridge, created on first use."""
    with _building:
        return _only()
