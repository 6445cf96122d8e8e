"""A limit that holds over threads and loops, and serves in the order of arrival."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from workbench.llm.wrappers.guard import FairSemaphore


async def test_no_more_than_the_limit_at_once() -> None:
    slots, running, most = FairSemaphore(3), 0, 0

    async def work() -> None:
        nonlocal running, most
        await slots.acquire(5)
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.01)
        running -= 1
        slots.release()

    await asyncio.gather(*(work() for _ in range(20)))
    assert most == 3
    assert (slots.busy, slots.waiting) == (0, 0)


async def test_first_come_first_served() -> None:
    slots, served = FairSemaphore(1), []
    await slots.acquire(1)

    async def work(number: int) -> None:
        await slots.acquire(5)
        served.append(number)
        slots.release()

    waiting = [asyncio.create_task(work(number)) for number in range(5)]
    await asyncio.sleep(0)
    assert (slots.busy, slots.waiting) == (1, 5)
    slots.release()
    late = asyncio.create_task(work(5))  # may not overtake those who wait
    await asyncio.gather(*waiting, late)
    assert served == list(range(6))


async def test_waiting_ends_in_time_and_leaves_no_trace() -> None:
    slots = FairSemaphore(1)
    await slots.acquire(1)
    with pytest.raises(TimeoutError):
        await slots.acquire(0.05)
    assert slots.waiting == 0
    slots.release()
    await slots.acquire(0.05)
    assert slots.busy == 1


async def test_a_slot_handed_to_someone_who_left_goes_on() -> None:
    slots = FairSemaphore(1)
    await slots.acquire(1)
    leaving = asyncio.create_task(slots.acquire(5))
    staying = asyncio.create_task(slots.acquire(5))
    await asyncio.sleep(0)
    slots.release()  # the slot is on its way to the first
    leaving.cancel()
    await asyncio.wait_for(staying, 1)
    assert slots.busy == 1


async def test_cancelling_after_the_hand_over_gives_it_back() -> None:
    slots = FairSemaphore(1)
    await slots.acquire(1)
    leaving = asyncio.create_task(slots.acquire(5))
    await asyncio.sleep(0)
    slots.release()
    await asyncio.sleep(0)  # the hand-over has happened; the task has not run on
    leaving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaving
    assert slots.busy == 0


def test_one_limit_for_all_threads() -> None:
    slots, lock = FairSemaphore(2), threading.Lock()
    running = most = 0

    async def work() -> None:
        nonlocal running, most
        await slots.acquire(5)
        with lock:
            running += 1
            most = max(most, running)
        await asyncio.sleep(0.005)
        with lock:
            running -= 1
        slots.release()

    async def several() -> None:
        await asyncio.gather(*(work() for _ in range(5)))

    with ThreadPoolExecutor(6) as pool:
        for done in [pool.submit(asyncio.run, several()) for _ in range(6)]:
            done.result(10)
    assert most == 2
    assert slots.busy == 0


async def test_who_waited_in_a_loop_that_ended_is_passed_over() -> None:
    slots = FairSemaphore(1)
    await slots.acquire(1)
    gone = asyncio.new_event_loop()
    slots._waiting.append((gone, gone.create_future()))
    gone.close()
    waiting = asyncio.create_task(slots.acquire(1))
    await asyncio.sleep(0)
    slots.release()
    await waiting
    assert (slots.busy, slots.waiting) == (1, 0)
