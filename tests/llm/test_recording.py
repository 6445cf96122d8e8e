"""What a run keeps of its models: exchanges, tokens, prices."""

import pytest

from tests.llm.vendors import KEY, ask
from tests.modelserver import answers
from tests.modelserver.server import ModelServer
from workbench.errors import ProviderError
from workbench.llm.prices import price_usd
from workbench.llm.protocol import ChatModel, ChatReply, ChatRequest
from workbench.llm.providers import chat_model
from workbench.llm.recording import Recording, RecordingModel
from workbench.llm.retry import RetryingModel
from workbench.llm.streams import closing
from workbench.settings import Settings


@pytest.fixture
def recording() -> Recording:
    return Recording()


@pytest.fixture
def gpt(settings: Settings, recording: Recording) -> ChatModel:
    model = RetryingModel(chat_model("openai:gpt-4o", settings), pause_s=0.01)
    return RecordingModel(model, recording)


async def test_an_exchange_is_kept_whole(
    gpt: ChatModel, server: ModelServer, recording: Recording
) -> None:
    server.queue(answers.status(503), answers.say("Good."))
    await gpt.complete(ask())
    [exchange], [use] = recording.exchanges, recording.uses
    assert (exchange.role, exchange.model) == ("answer", "openai:gpt-4o")
    assert (exchange.reply, exchange.finish_reason) == ("Good.", "stop")
    assert ChatRequest.model_validate(exchange.request) == ask()
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
    assert first == second


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


async def test_a_failure_leaves_no_exchange(
    gpt: ChatModel, server: ModelServer, recording: Recording
) -> None:
    server.always(answers.status(401))
    with pytest.raises(ProviderError):
        await gpt.complete(ask())
    assert recording == Recording()
    assert recording.usage.price_usd == 0


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
def test_prices(model: str, price: float | None) -> None:
    got = price_usd(model, input_tokens=1000, output_tokens=500)
    assert got == (price if price is None else pytest.approx(price))


def test_a_reply_without_usage_has_no_price() -> None:
    assert price_usd("openai:gpt-4o", input_tokens=0, output_tokens=0) is None


def test_partial_replies_are_not_whole() -> None:
    assert not ChatReply(text="Half", finish_reason=None, model="openai:gpt-4o").is_whole
