"""Stopping, threads, load, redirects and keys: what the fault table does not show."""

import asyncio
import itertools
import json
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from pydantic import SecretStr

from tests.llm.vendors import KEY, VENDORS, ask
from tests.modelserver import answers
from tests.modelserver.dialect import ScriptedReply
from tests.modelserver.exchange import Answer, Exchange, Received
from tests.modelserver.server import ModelServer
from workbench.errors import ProviderError
from workbench.llm.endpoint import chat_model
from workbench.llm.protocol import ChatModel, ChatReply
from workbench.llm.streams import closing
from workbench.llm.wrappers.retry import RetryingModel
from workbench.settings import Settings


async def test_leaving_a_stream_closes_the_connection(
    model: ChatModel, server: ModelServer
) -> None:
    server.always(answers.drip)
    async with closing(RetryingModel(model).stream(ask())) as items:
        assert isinstance(await anext(items), str)
    left = time.monotonic()
    assert await server.hung_up() - left < 1


@pytest.mark.parametrize("answer", [answers.hang, answers.stall, answers.drip])
async def test_cancelling_closes_the_connection(
    answer: Answer, model: ChatModel, server: ModelServer
) -> None:
    server.always(answer)
    task = asyncio.create_task(RetryingModel(model).complete(ask()))
    while not server.requests:
        await asyncio.sleep(0.01)
    task.cancel()
    cancelled = time.monotonic()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await server.hung_up() - cancelled < 1


async def test_a_slow_reader_is_not_cancelled(model: ChatModel, server: ModelServer) -> None:
    server.always(answers.drip)
    async for item in model.stream(ask(deadline_s=0.3)):
        if isinstance(item, ChatReply):
            assert not item.is_whole
            return
        await asyncio.sleep(0.4)  # the deadline passes here, in the caller's own time
    pytest.fail("the stream has no reply")


def test_one_model_serves_many_threads(model: ChatModel, server: ModelServer) -> None:
    server.always(answers.say("Good."))

    def ask_twice(_: int) -> list[str]:
        return [asyncio.run(model.complete(ask())).text for _ in range(2)]

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask_twice, range(8))) == [["Good.", "Good."]] * 8


async def test_under_load_everybody_gets_an_answer_or_an_error_in_time(
    server: ModelServer, settings: Settings
) -> None:
    faults = (answers.status(503), answers.reset, answers.cut, answers.hang, answers.html_page)
    turn = itertools.count()

    def one_in_four(request: Received) -> Answer:
        number = next(turn)
        return answers.say("Good.") if number % 4 else faults[number // 4 % len(faults)]

    server.choose(one_in_four)
    model = RetryingModel(chat_model(VENDORS[0], settings), pause_s=0.05)

    async def ask_once() -> float:
        started = time.monotonic()
        with suppress(ProviderError):
            assert (await model.complete(ask(deadline_s=3))).text == "Good."
        return time.monotonic() - started

    assert max(await asyncio.gather(*(ask_once() for _ in range(40)))) < 4


async def test_a_redirect_does_not_carry_the_key_elsewhere(
    model: ChatModel, server: ModelServer
) -> None:
    with ModelServer() as elsewhere:
        elsewhere.always(answers.say("Stolen."))
        server.choose(lambda request: answers.redirect(elsewhere.url + request.path))
        with pytest.raises(ProviderError) as failure:
            await model.complete(ask())
        assert not elsewhere.requests
    assert not failure.value.retryable


async def test_a_key_the_provider_repeats_is_hidden(model: ChatModel, server: ModelServer) -> None:
    server.always(answers.status(400, f"Bad request for key {KEY}, see the manual."))
    with pytest.raises(ProviderError) as failure:
        await model.complete(ask())
    assert "Bad request for key [key]" in str(failure.value)
    assert KEY not in f"{failure.value.original} {failure.value.__cause__} {failure.value!r}"


async def test_a_compatible_server_gets_nothing_of_openais(
    server: ModelServer, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(variable, f"secret-{variable}")
    server.always(answers.say("Good."))
    keyless = settings.model_copy(update={"compatible_api_key": None})
    await chat_model("compatible:llama3.2", keyless).complete(ask())
    assert "secret" not in str(server.requests[-1].headers)


async def test_arguments_that_are_not_json_arrive_as_they_are(
    server: ModelServer, settings: Settings
) -> None:
    """Reading the JSON is the caller's, who has a repair for it."""

    async def broken(exchange: Exchange) -> None:
        said = ScriptedReply('{"found": tru')
        await exchange.open_stream()
        for frame in exchange.dialect.frames(said, exchange.request.body):
            await exchange.chunk(frame)
        await exchange.end_stream()

    server.always(broken)
    schema = {"type": "object", "properties": {"found": {"type": "boolean"}}}
    for name in VENDORS:
        model = chat_model(name, settings)
        items = [item async for item in model.stream(ask(output_schema=schema))]
        assert isinstance(items[-1], ChatReply)
        with pytest.raises(json.JSONDecodeError):
            json.loads(items[-1].text)


@pytest.mark.parametrize(
    "answer", [answers.status(401), answers.reset, answers.malformed_json, answers.html_page]
)
async def test_a_traceback_with_local_variables_does_not_show_the_key(
    answer: Answer, model: ChatModel, server: ModelServer
) -> None:
    server.always(answer)
    with pytest.raises(ProviderError) as failure:
        await model.complete(ask())
    shown = traceback.TracebackException.from_exception(failure.value, capture_locals=True)
    assert KEY not in "".join(shown.format())


async def test_a_made_up_key_of_a_local_server_is_a_word_like_any_other(
    server: ModelServer, settings: Settings
) -> None:
    server.always(answers.say("Nothing is excluded: none."))
    made_up = settings.model_copy(update={"compatible_api_key": SecretStr("none")})
    reply = await chat_model("compatible:llama3.2", made_up).complete(ask())
    assert reply.text == "Nothing is excluded: none."
