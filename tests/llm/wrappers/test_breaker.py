"""A model that keeps failing is not called during its cool-down, then probed with one call."""

import asyncio

import pytest

from tests.llm.doubles import BROKEN_OFF, GOOD, Sequence, failure
from tests.llm.vendors import ask
from workbench.errors import ProviderError
from workbench.llm.protocol import ChatModel, ChatReply
from workbench.llm.streams import closing
from workbench.llm.wrappers.guard import CircuitBreaker, FairSemaphore, GuardedModel


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def breaker(clock: Clock) -> CircuitBreaker:
    return CircuitBreaker(failures=3, cool_down_s=30, clock=clock)


async def outcome(model: ChatModel, *, stream: bool = False) -> str:
    try:
        if stream:
            *_, last = [item async for item in model.stream(ask())]
            assert isinstance(last, ChatReply)
            return last.text
        return (await model.complete(ask())).text
    except ProviderError as error:
        return error.message


@pytest.mark.parametrize("stream", [False, True])
async def test_it_opens_after_failures_in_a_row_and_says_for_how_long(
    breaker: CircuitBreaker, clock: Clock, stream: bool
) -> None:
    inner = Sequence([failure()])
    model = GuardedModel(inner, FairSemaphore(5), breaker)
    for _ in range(3):
        assert breaker.state == "closed"
        assert await outcome(model, stream=stream) == "Down."
    assert breaker.state == "open"
    clock.now += 10
    with pytest.raises(ProviderError) as refused:
        await model.complete(ask())
    assert refused.value.message == "test:model failed 3 times in a row; calls to it are paused."
    assert "20 s" in refused.value.hint
    assert refused.value.retry_after == 20
    assert inner.asked == 3


async def test_one_call_tries_after_the_pause_while_the_others_are_refused(
    breaker: CircuitBreaker, clock: Clock
) -> None:
    inner = Sequence([failure()], [failure()], [failure()], [0.05, GOOD])
    model = GuardedModel(inner, FairSemaphore(5), breaker)
    for _ in range(3):
        await outcome(model)
    clock.now += 31
    assert breaker.state == "half_open"
    said = await asyncio.gather(*(outcome(model) for _ in range(4)))
    assert said.count("Good.") == 1
    assert sum("calls to it are paused" in text for text in said) == 3
    assert (breaker.state, breaker.failures) == ("closed", 0)
    assert await outcome(model) == "Good."


async def test_a_probe_that_fails_begins_the_pause_anew(
    breaker: CircuitBreaker, clock: Clock
) -> None:
    model = GuardedModel(Sequence([failure()]), FairSemaphore(5), breaker)
    for _ in range(3):
        await outcome(model)
    clock.now += 31
    await outcome(model)
    assert (breaker.state, breaker.cool_down_left_s) == ("open", 30)


async def test_a_probe_that_is_left_makes_room_for_the_next(
    breaker: CircuitBreaker, clock: Clock
) -> None:
    inner = Sequence([failure()], [failure()], [failure()], ["Go", "od.", GOOD])
    model = GuardedModel(inner, FairSemaphore(5), breaker)
    for _ in range(3):
        await outcome(model)
    clock.now += 31
    async with closing(model.stream(ask())) as items:
        assert await anext(items) == "Go"
        assert breaker.refuses
    assert breaker.state == "half_open"
    assert await outcome(model) == "Good."


async def test_a_rejection_is_an_answer(breaker: CircuitBreaker) -> None:
    inner = Sequence([failure()], [failure()], [failure(retryable=False)], [failure()], [failure()])
    model = GuardedModel(inner, FairSemaphore(5), breaker)
    for _ in range(5):
        await outcome(model)
    assert (breaker.state, breaker.failures) == ("closed", 2)


@pytest.mark.parametrize("stream", [False, True])
async def test_breaking_off_is_a_failure(breaker: CircuitBreaker, stream: bool) -> None:
    model = GuardedModel(Sequence(["Half", BROKEN_OFF]), FairSemaphore(5), breaker)
    for _ in range(3):
        assert await outcome(model, stream=stream) == "Half"
    assert breaker.state == "open"


async def test_calls_at_once_count_as_one(breaker: CircuitBreaker) -> None:
    inner = Sequence([0.01, failure()])
    model = GuardedModel(inner, FairSemaphore(50), breaker)
    await asyncio.gather(*(outcome(model) for _ in range(20)))
    assert (breaker.state, breaker.failures) == ("closed", 1), "what is quick to fail comes first"
    for _ in range(2):
        await outcome(model)
    assert breaker.state == "open"


def test_failures_of_before_do_not_make_the_pause_longer(
    breaker: CircuitBreaker, clock: Clock
) -> None:
    slow = breaker.enter()
    for _ in range(3):
        entry = breaker.enter()
        assert entry
        breaker.failed(entry)
    clock.now += 20
    assert slow
    breaker.failed(slow)
    assert breaker.cool_down_left_s == 10


@pytest.mark.parametrize("stream", [False, True])
async def test_the_line_has_a_limit(breaker: CircuitBreaker, stream: bool) -> None:
    inner, slots = Sequence([0.02, "Good.", GOOD]), FairSemaphore(2)
    model = GuardedModel(inner, slots, breaker)
    said = await asyncio.gather(*(outcome(model, stream=stream) for _ in range(8)))
    assert said == ["Good."] * 8
    assert inner.most_at_once == 2
    assert slots.busy == 0
    assert inner.deadlines[-1] < 5.0, "waiting in line costs time"


async def test_a_line_that_does_not_move_is_a_typed_error(breaker: CircuitBreaker) -> None:
    model = GuardedModel(Sequence([10.0, GOOD]), FairSemaphore(1), breaker)
    first = asyncio.create_task(model.complete(ask()))
    await asyncio.sleep(0)
    with pytest.raises(ProviderError, match="No slot for a call to") as failed:
        await model.complete(ask(deadline_s=0.05))
    assert "MODEL_CONCURRENCY" in failed.value.hint
    assert breaker.failures == 0, "the provider has nothing to do with it"
    first.cancel()


async def test_a_stream_that_is_left_frees_its_slot(breaker: CircuitBreaker) -> None:
    slots = FairSemaphore(1)
    model = GuardedModel(Sequence(["Go", 5.0, GOOD]), slots, breaker)
    async with closing(model.stream(ask())) as items:
        await anext(items)
        assert slots.busy == 1
    assert slots.busy == 0
    assert breaker.failures == 0
