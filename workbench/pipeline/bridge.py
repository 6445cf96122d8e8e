"""The one bridge from async to plain Python: for Streamlit, the command line and notebooks."""

import asyncio
import queue
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from functools import cache
from typing import Any, TypeVar, cast

T = TypeVar("T")
_END = object()
_LEAVE_S = 2.0
"""How long a cancelled coroutine may take to keep what it has."""


class Bridge:
    """An event loop in a thread of its own, so that it works inside a running loop too."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, name="workbench-loop", daemon=True).start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for a coroutine and return what it returns; an interrupt cancels it first."""
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
        """The stream as a plain iterator; closing it, from any thread, cancels the stream."""
        return Items(stream, self._loop)


class Items(Iterator[T]):
    """What a stream yields, as it comes. ``close`` wakes a reader that waits."""

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
        """Stop the stream; what has arrived can still be read."""
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
    """The process's bridge, built once whoever asks first."""
    with _building:
        return _only()
