"""Plain code that waits for coroutines, in threads that end with whoever asked."""

import asyncio
import threading
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextvars import ContextVar, copy_context

import pytest

from workbench.event_loop import cancel_scope, run_sync

whose: ContextVar[str] = ContextVar("whose", default="nobody's")


async def name() -> str:
    return whose.get()


def test_a_coroutine_runs_in_its_callers_context() -> None:
    token = whose.set("ours")
    assert run_sync(name()) == "ours"
    whose.reset(token)


async def test_it_can_be_waited_for_inside_a_loop() -> None:
    assert run_sync(name()) == "nobody's"


def test_what_is_waited_for_ends_with_whoever_asked_and_nothing_more_begins() -> None:
    began = threading.Event()

    async def hang() -> None:
        began.set()
        await asyncio.Event().wait()

    with ThreadPoolExecutor(1) as threads:
        with cancel_scope():
            context = copy_context()
            hanging = threads.submit(context.run, run_sync, hang())
            assert began.wait(5)
        with pytest.raises(CancelledError):
            hanging.result(5)
        with pytest.raises(CancelledError):
            threads.submit(context.run, run_sync, name()).result(5)
    assert run_sync(name()) == "nobody's", "others go on"
