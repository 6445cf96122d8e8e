"""Models in turn, and one deadline for all calls of a run."""

import asyncio
import time
from pathlib import Path

import pytest

from tests.llm.doubles import BROKEN_OFF, GOOD, Sequence, failure
from tests.llm.vendors import VENDORS, ask
from tests.modelserver.answers import hang, say, slowly
from tests.modelserver.server import ModelServer
from workbench.errors import BudgetError, ProviderError
from workbench.llm.endpoint import chat_model
from workbench.llm.gateway import ModelGateway
from workbench.llm.protocol import ChatModel, ChatReply, first_item_timeout_s
from workbench.llm.recording.record import Recording
from workbench.llm.wrappers.deadline import DeadlineModel
from workbench.llm.wrappers.fallback import FallbackModel
from workbench.llm.wrappers.guard import CircuitBreaker, FairSemaphore, GuardedModel
from workbench.llm.wrappers.retry import RetryingModel
from workbench.settings import Settings

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
    first, second = Sequence([failure()]), Sequence([OTHER], name="other:model")
    await reply(FallbackModel([first, second]), stream=stream, deadline_s=0.4)
    [asked], [next_asked] = first.requests, second.requests
    assert asked.deadline_s == pytest.approx(0.4, abs=0.05)
    assert first_item_timeout_s(asked) == pytest.approx(0.2, abs=0.05)
    assert first_item_timeout_s(next_asked) == pytest.approx(0.4, abs=0.05), "nothing was used up"


@pytest.mark.parametrize("stream", [False, True])
async def test_a_model_that_hangs_fails_by_itself_and_soon_opens_its_breaker(
    stream: bool, server: ModelServer, settings: Settings, tmp_path: Path
) -> None:
    server.choose(lambda request: hang if "gpt" in str(request.body["model"]) else say("Other."))
    board = ModelGateway(
        settings.model_copy(update={"workbench_home": tmp_path, "breaker_failures": 2})
    )
    recording = Recording()
    model = board.connect(VENDORS[:2], settings, recording)
    for _ in range(3):
        got = await reply(model, stream=stream, deadline_s=1.0)
        assert (got.text, got.model) == ("Other.", VENDORS[1])
    failed = [one.error.code for one in recording.exchanges if one.error]
    assert failed == ["llm.timeout", "llm.timeout", "llm.left_alone"]
    [first, _] = board.health().models
    assert (first.model, first.state) == (VENDORS[0], "open")


@pytest.mark.parametrize("name", VENDORS)
async def test_who_has_begun_to_speak_has_all_the_time(
    name: str, server: ModelServer, settings: Settings
) -> None:
    text = "four" * 13  # characters of a piece, pieces
    server.always(slowly(text, 0.1))
    second = Sequence([OTHER])
    model = FallbackModel([chat_model(name, settings), second])
    started = time.monotonic()
    got = await reply(model, stream=True, deadline_s=2.4)
    assert (got.text, got.is_whole) == (text, True)
    assert time.monotonic() - started > 1.2, "longer than its share"
    assert second.asked == 0


async def test_a_line_that_does_not_move_leaves_time_for_the_next() -> None:
    slots, second = FairSemaphore(1), Sequence([OTHER])
    await slots.acquire(1)
    busy = GuardedModel(Sequence([GOOD]), slots, CircuitBreaker(failures=3, cool_down_s=30))
    model = FallbackModel([RetryingModel(busy), second])
    assert await reply(model, stream=True, deadline_s=0.4) == OTHER


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
    until = time.monotonic() + 0.5
    model = DeadlineModel(inner, lambda: until)
    await reply(model, stream=stream, deadline_s=10)
    await reply(model, stream=stream, deadline_s=0.1)
    assert inner.deadlines == [pytest.approx(0.5, abs=0.05), pytest.approx(0.1, abs=0.05)]
    await asyncio.sleep(0.5)
    with pytest.raises(ProviderError, match="time limit for this question") as failed:
        await reply(model, stream=stream)
    assert "RUN_DEADLINE_S" in failed.value.hint
    assert inner.asked == 2
