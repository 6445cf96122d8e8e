"""Retries: how many, how long, and never once text has been streamed."""

import asyncio
import time

import pytest

from tests.llm.doubles import GOOD, Sequence, failure
from tests.llm.vendors import ask
from workbench.errors import InputError, ProviderError
from workbench.llm.protocol import ChatReply
from workbench.llm.wrappers.retry import RetryingModel


@pytest.mark.parametrize("stream", [False, True])
async def test_a_passing_failure_is_tried_again(stream: bool) -> None:
    inner = Sequence([failure()], [failure()], ["Good.", GOOD])
    model = RetryingModel(inner, pause_s=0.01)
    if stream:
        assert [item async for item in model.stream(ask())] == ["Good.", GOOD]
    else:
        assert await model.complete(ask()) == GOOD
    assert len(inner.deadlines) == 3
    assert inner.deadlines == sorted(inner.deadlines, reverse=True), "each try has less time"
    assert inner.deadlines[-1] < 5.0


@pytest.mark.parametrize("stream", [False, True])
async def test_three_tries_are_enough(stream: bool) -> None:
    inner = Sequence([failure()], [failure()], [failure()], ["never asked"])
    model = RetryingModel(inner, pause_s=0.01)
    with pytest.raises(ProviderError, match="Down"):
        if stream:
            [item async for item in model.stream(ask())]
        else:
            await model.complete(ask())
    assert len(inner.deadlines) == 3


async def test_a_lasting_failure_is_not_tried_again() -> None:
    inner = Sequence([failure(retryable=False)])
    with pytest.raises(ProviderError):
        await RetryingModel(inner).complete(ask())
    assert len(inner.deadlines) == 1


async def test_an_error_of_ours_passes_through() -> None:
    inner = Sequence([InputError("Not a provider's.")])
    with pytest.raises(InputError):
        await RetryingModel(inner).complete(ask())
    assert len(inner.deadlines) == 1


async def test_never_after_text_was_streamed() -> None:
    inner = Sequence(["Half", failure()], ["never asked"])
    said: list[str | ChatReply] = []
    with pytest.raises(ProviderError):
        async for item in RetryingModel(inner, pause_s=0.01).stream(ask()):
            said.append(item)
    assert said == ["Half"]
    assert len(inner.deadlines) == 1


async def test_retry_after_is_kept_to() -> None:
    inner = Sequence([failure(retry_after=0.4)], [GOOD])
    started = time.monotonic()
    assert await RetryingModel(inner, pause_s=0.01).complete(ask()) == GOOD
    assert 0.4 <= time.monotonic() - started < 1.4


async def test_retry_after_past_the_deadline_stops_at_once() -> None:
    inner = Sequence([failure(retry_after=6.0)], [GOOD])
    started = time.monotonic()
    with pytest.raises(ProviderError):
        await RetryingModel(inner).complete(ask(deadline_s=5.0))
    assert time.monotonic() - started < 1
    assert len(inner.deadlines) == 1


async def test_a_cancelled_caller_stops_the_pause() -> None:
    inner = Sequence([failure(retry_after=4.0)], [GOOD])
    task = asyncio.create_task(RetryingModel(inner).complete(ask()))
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert len(inner.deadlines) == 1
