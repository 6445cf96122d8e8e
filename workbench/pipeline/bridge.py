"""The one bridge from async to plain Python: for Streamlit, the command line and notebooks."""

import asyncio
import queue
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")
_END = object()


class Bridge:
    """An event loop in a thread of its own, so that it works inside a running loop too."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, name="workbench-loop", daemon=True).start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for a coroutine and return what it returns."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def iterate(self, stream: AsyncIterator[T]) -> Iterator[T]:
        """The stream as a plain iterator; closing it cancels the stream."""
        arrived: queue.SimpleQueue[Any] = queue.SimpleQueue()
        pumping = asyncio.run_coroutine_threadsafe(_pump(stream, arrived), self._loop)
        try:
            while (item := arrived.get()) is not _END:
                yield item
            pumping.result()
        finally:
            if not pumping.done():
                pumping.cancel()


async def _pump(stream: AsyncIterator[T], arrived: "queue.SimpleQueue[Any]") -> None:
    try:
        async for item in stream:
            arrived.put(item)
    finally:
        arrived.put(_END)


@cache
def bridge() -> Bridge:
    """The process's bridge."""
    return Bridge()
