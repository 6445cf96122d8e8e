"""The bridge gives plain callers what async code yields, its errors and its cancellation too."""

import asyncio
import signal
import threading
from collections.abc import AsyncIterator

import pytest

from workbench.pipeline.bridge import Bridge


async def counting(up_to: int) -> AsyncIterator[int]:
    for number in range(up_to):
        await asyncio.sleep(0)
        yield number


def test_items_arrive_in_order() -> None:
    assert list(Bridge().iterate(counting(5))) == [0, 1, 2, 3, 4]


def test_an_error_of_the_stream_is_raised_where_it_is_read() -> None:
    async def failing() -> AsyncIterator[int]:
        yield 1
        raise LookupError("gone")

    items = Bridge().iterate(failing())

    assert next(items) == 1
    with pytest.raises(LookupError):
        next(items)


def test_closing_the_iterator_stops_the_stream() -> None:
    stopped = threading.Event()

    async def endless() -> AsyncIterator[int]:
        try:
            while True:
                yield 1
                await asyncio.sleep(0.001)
        finally:
            stopped.set()

    items = Bridge().iterate(endless())
    next(items)
    items.close()

    assert stopped.wait(2)


async def test_it_works_inside_a_running_loop() -> None:
    async def answer() -> int:
        return 42

    assert Bridge().run(answer()) == 42


def test_a_reader_that_waits_is_woken_by_a_close_from_another_thread() -> None:
    async def silent() -> AsyncIterator[int]:
        await asyncio.sleep(60)
        yield 1

    items = Bridge().iterate(silent())
    threading.Timer(0.1, items.close).start()

    assert list(items) == []


def test_an_interrupted_wait_lets_the_coroutine_keep_what_it_has() -> None:
    kept = []

    async def run() -> None:
        try:
            await asyncio.sleep(0.05)  # by now the main thread waits
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.05)
            kept.append("the record")

    with pytest.raises(KeyboardInterrupt):
        Bridge().run(run())

    assert kept == ["the record"]
