"""Models in turn, and one deadline for all calls of a run."""

import asyncio
import time

import pytest

from tests.llm.doubles import BROKEN_OFF, GOOD, Sequence, failure
from tests.llm.vendors import ask
from workbench.errors import BudgetError, ProviderError
from workbench.llm.deadline import DueModel
from workbench.llm.fallback import FallbackModel
from workbench.llm.protocol import ChatModel, ChatReply

OTHER = ChatReply(text="Other.", finish_reason="stop", model="other:model")


async def reply(model: ChatModel, *, stream: bool, deadline_s: float = 5.0) -> ChatReply:
    if not stream:
        return await model.complete(ask(deadline_s=deadline_s))
    *_, last = [item async for item in model.stream(ask(deadline_s=deadline_s))]
    assert isinstance(last, ChatReply)
    return last


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("retryable", [False, True])
async def test_the_next_model_answers_and_says_so(stream: bool, retryable: bool) -> None:
    first = Sequence([failure(retryable=retryable)])
    model = FallbackModel([first, Sequence(["Other.", OTHER], name="other:model")])
    assert (await reply(model, stream=stream)).model == "other:model"
    assert model.name == "test:model"


@pytest.mark.parametrize("stream", [False, True])
async def test_a_good_model_is_the_only_one_asked(stream: bool) -> None:
    second = Sequence([OTHER])
    model = FallbackModel([Sequence(["Good.", GOOD]), second])
    assert await reply(model, stream=stream) == GOOD
    assert second.asked == 0


@pytest.mark.parametrize("stream", [False, True])
async def test_all_fail_with_the_first_ones_reason(stream: bool) -> None:
    second = Sequence([failure(retryable=False)], name="other:model")
    with pytest.raises(ProviderError) as failed:
        await reply(FallbackModel([Sequence([failure()]), second]), stream=stream)
    assert failed.value.message == "Down. other:model failed too."
    assert failed.value.hint == "Wait."
    assert failed.value.retryable


@pytest.mark.parametrize("stream", [False, True])
async def test_a_model_that_hangs_leaves_time_for_the_next(stream: bool) -> None:
    hanging, second = Sequence([10.0, GOOD]), Sequence([OTHER], name="other:model")
    if not stream:  # a whole reply ends with the deadline it was given
        hanging = Sequence([failure()])
    started = time.monotonic()
    got = await reply(FallbackModel([hanging, second]), stream=stream, deadline_s=0.4)
    assert got == OTHER
    assert time.monotonic() - started < 0.4
    assert hanging.deadlines[0] == pytest.approx(0.4 if stream else 0.2, abs=0.05)
    assert hanging.running == 0, "what was left is closed"


async def test_who_has_begun_to_speak_has_all_the_time() -> None:
    slow = Sequence(["Go", 0.3, "od.", GOOD])
    second = Sequence([OTHER])
    got = await reply(FallbackModel([slow, second]), stream=True, deadline_s=0.4)
    assert got == GOOD
    assert second.asked == 0


async def test_nobody_takes_over_once_text_was_streamed() -> None:
    second = Sequence([OTHER])
    said: list[str | ChatReply] = []
    with pytest.raises(ProviderError):
        async for item in FallbackModel([Sequence(["Half", failure()]), second]).stream(ask()):
            said.append(item)
    assert said == ["Half"]
    assert second.asked == 0


async def test_a_partial_reply_is_not_replaced() -> None:
    model = FallbackModel([Sequence(["Half", BROKEN_OFF]), Sequence([OTHER])])
    assert await reply(model, stream=True) == BROKEN_OFF


@pytest.mark.parametrize("stream", [False, True])
async def test_a_spent_budget_is_not_spent_elsewhere(stream: bool) -> None:
    second = Sequence([OTHER])
    spent = Sequence([BudgetError("Spent.", provider="test")])
    with pytest.raises(BudgetError):
        await reply(FallbackModel([spent, second]), stream=stream)
    assert second.asked == 0


@pytest.mark.parametrize("stream", [False, True])
async def test_no_call_gets_more_time_than_the_run_has(stream: bool) -> None:
    inner = Sequence(["Good.", GOOD])
    model = DueModel(inner, time.monotonic() + 0.5)
    await reply(model, stream=stream, deadline_s=10)
    await reply(model, stream=stream, deadline_s=0.1)
    assert inner.deadlines == [pytest.approx(0.5, abs=0.05), pytest.approx(0.1, abs=0.05)]
    await asyncio.sleep(0.5)
    with pytest.raises(ProviderError, match="used up") as failed:
        await reply(model, stream=stream)
    assert "RUN_DEADLINE_S" in failed.value.hint
    assert inner.asked == 2
