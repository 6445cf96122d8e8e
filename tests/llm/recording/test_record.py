"""What a run keeps of its models: exchanges, the wire, tokens, prices."""

import asyncio
import json

import pytest

from tests.llm.vendors import KEY, VENDORS, ask
from tests.modelserver import answers
from tests.modelserver.dialect import ScriptedReply
from tests.modelserver.server import ModelServer
from workbench.domain.run import ModelExchange, ModelUse, Usage, usage_of
from workbench.errors import ProviderError
from workbench.llm.endpoint import chat_model
from workbench.llm.http.trace import MOST_BYTES
from workbench.llm.prices import price_usd
from workbench.llm.protocol import ChatModel, ChatReply, ChatRequest
from workbench.llm.recording.record import Recording, RecordingModel
from workbench.llm.redaction.redact import Secrets
from workbench.llm.streams import closing
from workbench.llm.wrappers.retry import RetryingModel
from workbench.settings import Settings


@pytest.fixture
def recording() -> Recording:
    return Recording(Secrets((KEY,)))


@pytest.fixture
def gpt(settings: Settings, recording: Recording) -> ChatModel:
    model = RecordingModel(chat_model("openai:gpt-4o", settings), recording)
    return RetryingModel(model, pause_s=0.01)


async def test_an_exchange_is_kept_whole(
    gpt: ChatModel, server: ModelServer, recording: Recording
) -> None:
    server.queue(answers.status(503), answers.say("Good."))
    await gpt.complete(ask())
    (failed, exchange), [use] = recording.exchanges, recording.uses
    assert failed.error
    assert (failed.error.kind, failed.reply) == ("ProviderError", "")
    assert failed.request_hash == exchange.request_hash
    assert (exchange.role, exchange.model) == ("answer", "openai:gpt-4o")
    assert (exchange.reply, exchange.finish_reason) == ("Good.", "stop")
    sent = ChatRequest.model_validate(exchange.request)
    assert sent.model_copy(update={"deadline_s": 5.0}) == ask()
    assert (use.role, use.input_tokens, use.output_tokens) == ("answer", 12, 7)
    assert use.ms > 0
    assert use.price_usd == pytest.approx(12 * 2.5e-6 + 7 * 10e-6)
    assert KEY not in f"{exchange!r}{use!r}"


async def test_a_stream_is_kept_like_a_whole_reply(
    gpt: ChatModel, server: ModelServer, recording: Recording
) -> None:
    server.always(answers.say("Good."))
    await gpt.complete(ask())
    assert [item async for item in gpt.stream(ask())]
    first, second = recording.exchanges
    assert same(first) == same(second)


async def test_what_was_said_before_a_stop_is_kept(
    gpt: ChatModel, server: ModelServer, recording: Recording
) -> None:
    server.always(answers.drip)
    async with closing(gpt.stream(ask())) as items:
        first = await anext(items)
    [exchange] = recording.exchanges
    assert exchange.reply == first
    assert exchange.finish_reason is None
    assert recording.usage.price_usd is None, "what it used is not known"


async def test_a_failure_costs_nothing_and_says_why(
    gpt: ChatModel, server: ModelServer, recording: Recording
) -> None:
    server.always(answers.status(401))
    with pytest.raises(ProviderError):
        await gpt.complete(ask())
    [exchange] = recording.exchanges
    assert exchange.error
    assert "did not accept the key" in exchange.error.message
    assert recording.usage == Usage()


async def test_a_call_that_is_stopped_is_kept_too(
    gpt: ChatModel, server: ModelServer, recording: Recording
) -> None:
    server.always(answers.hang)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2):
            await gpt.complete(ask())
    [exchange] = recording.exchanges
    assert exchange.error
    assert exchange.error.kind == "Stopped"
    assert exchange.wire
    assert exchange.wire.status is None


@pytest.mark.parametrize("name", VENDORS)
async def test_the_wire_is_kept_as_it_was(
    name: str, settings: Settings, server: ModelServer, recording: Recording
) -> None:
    model = RecordingModel(chat_model(name, settings), recording)
    server.queue(
        answers.say("Готово."), answers.say("Готово."), answers.status(400, f"Not with {KEY}.")
    )
    await model.complete(ask())
    assert [item async for item in model.stream(ask())]
    with pytest.raises(ProviderError):
        await model.complete(ask())
    for exchange, request in zip(recording.exchanges, server.requests, strict=True):
        assert exchange.wire
        assert json.loads(exchange.wire.request) == request.body
        assert exchange.wire.url.startswith(server.url)
        assert "?" not in exchange.wire.url
    whole, streamed, refused = [e.wire for e in recording.exchanges if e.wire]
    assert (whole.status, streamed.status, refused.status) == (200, 200, 400)
    assert "Готово." in json.dumps(json.loads(whole.reply), ensure_ascii=False)
    assert streamed.reply.startswith(("data:", "event:"))
    assert "Not with [key]." in refused.reply
    assert KEY not in f"{recording!r}"


async def test_a_long_reply_is_kept_to_a_limit(
    gpt: ChatModel, server: ModelServer, recording: Recording
) -> None:
    server.always(answers.say(ScriptedReply("a" * 300_000, cut_into=10_000)))
    await gpt.complete(ask(max_tokens=10_000))
    wire = recording.exchanges[0].wire
    assert wire
    assert len(wire.reply) == MOST_BYTES
    assert wire.left_out > 100_000
    assert len(recording.exchanges[0].reply) == 300_000


def test_usage_by_role() -> None:
    calls = (
        ModelUse(role="planner", model="m", input_tokens=5, output_tokens=1, price_usd=0.5),
        ModelUse(role="answer", model="m", input_tokens=7, output_tokens=2, price_usd=None),
        ModelUse(role="planner", model="m", input_tokens=5, price_usd=0.0, cached=True),
    )
    by_role = usage_of(calls).by_role
    assert (by_role["planner"].input_tokens, by_role["planner"].price_usd) == (5, 0.5)
    assert len(by_role["planner"].calls) == 2
    assert (by_role["answer"].output_tokens, by_role["answer"].price_usd) == (2, None)


def same(exchange: ModelExchange) -> ModelExchange:
    """What two exchanges of the same request have in common."""
    request = {**exchange.request, "deadline_s": 5.0}
    return exchange.model_copy(update={"wire": None, "ms": 0.0, "request": request})


async def test_usage_sums_up(settings: Settings, server: ModelServer, recording: Recording) -> None:
    server.always(answers.say("Good."))
    for name in ("openai:gpt-4o", "openai:gpt-4o-mini"):
        await RecordingModel(chat_model(name, settings), recording).complete(ask())
    assert (recording.usage.input_tokens, recording.usage.output_tokens) == (24, 14)
    assert recording.usage.price_usd
    await RecordingModel(chat_model("compatible:mine", settings), recording).complete(ask())
    assert len(recording.usage.calls) == 3
    assert recording.usage.price_usd is None, "one unknown price leaves the sum unknown"


@pytest.mark.parametrize(
    ("model", "price"),
    [
        ("openai:gpt-4o", 0.0075),
        ("openai:gpt-4o-mini", 0.00045),
        ("openai:no-such-model", None),
        ("compatible:gpt-4o", None),
        ("offline", None),
        ("scripted:gpt-4o", None),
    ],
)
def test_a_reply_has_the_price_of_its_model_if_it_is_known(model: str, price: float | None) -> None:
    got = price_usd(model, input_tokens=1000, output_tokens=500)
    assert got == (price if price is None else pytest.approx(price))


def test_a_reply_without_usage_has_no_price() -> None:
    assert price_usd("openai:gpt-4o", input_tokens=0, output_tokens=0) is None


def test_partial_replies_are_not_whole() -> None:
    assert not ChatReply(text="Half", finish_reason=None, model="openai:gpt-4o").is_whole
