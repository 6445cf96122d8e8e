"""Servers that speak OpenAI's protocol each in its own way."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.llm.vendors import ask
from tests.modelserver.answers import say
from tests.modelserver.dialect import ScriptedReply
from tests.modelserver.exchange import Answer, Exchange
from tests.modelserver.server import ModelServer
from workbench.llm.endpoint import chat_model
from workbench.llm.protocol import ChatReply
from workbench.settings import Settings

NAME = "compatible:llama3.2:3b"
SPELLED = {
    "eos_token": "stop",
    "eos": "stop",
    "end_turn": "stop",
    "stop_sequence": "stop",
    "end": "stop",
    "STOP": "stop",
    "COMPLETE": "stop",
    "max_tokens": "length",
    "MAX_TOKENS": "length",
    "model_length": "length",
    "guardrail_intervened": "filtered",
    "SAFETY": "filtered",
    "abort": None,
    "error": None,
    "incomplete": None,
    "tool_use": None,
    "null": None,
}


async def both_ways(name: str, settings: Settings) -> list[ChatReply]:
    """The reply whole, and the one that a stream ends with."""
    model = chat_model(name, settings)
    *_, streamed = [item async for item in model.stream(ask())]
    assert isinstance(streamed, ChatReply)
    return [await model.complete(ask()), streamed]


def changed(change: Callable[[dict[str, Any]], None]) -> Answer:
    """A good whole reply, its JSON changed."""

    async def answer(exchange: Exchange) -> None:
        body = exchange.dialect.whole(ScriptedReply("Whole."), exchange.request.body)
        change(body)
        await exchange.respond_json(body)

    return answer


@pytest.mark.parametrize(("spelled", "meant"), SPELLED.items())
async def test_a_server_may_call_the_end_as_it_likes(
    spelled: str, meant: str | None, server: ModelServer, settings: Settings
) -> None:
    server.always(say(ScriptedReply("An answer.", finish_as_sent=spelled)))
    replies = await both_ways(NAME, settings)
    assert [reply.finish_reason for reply in replies] == [meant, meant]
    assert [reply.is_whole for reply in replies] == [meant == "stop"] * 2


async def test_openai_itself_has_no_words_of_its_own(
    server: ModelServer, settings: Settings
) -> None:
    server.always(say(ScriptedReply("An answer.", finish_as_sent="eos_token")))
    assert [reply.is_whole for reply in await both_ways("openai:gpt-4o", settings)] == [False] * 2


def without_envelope(body: dict[str, Any]) -> None:
    for name in ("id", "object", "created", "model", "usage"):
        del body[name]
    del body["choices"][0]["index"]
    del body["choices"][0]["message"]["role"]


async def test_a_reply_without_its_envelope_is_read(
    server: ModelServer, settings: Settings
) -> None:
    server.always(changed(without_envelope))
    reply = await chat_model(NAME, settings).complete(ask())
    assert (reply.text, reply.is_whole, reply.model) == ("Whole.", True, NAME)


@pytest.mark.parametrize("finish", ["", None])
async def test_an_end_that_is_not_named_is_none(
    finish: str | None, server: ModelServer, settings: Settings
) -> None:
    server.always(changed(lambda body: body["choices"][0].update(finish_reason=finish)))
    reply = await chat_model(NAME, settings).complete(ask())
    assert (reply.text, reply.is_whole) == ("Whole.", False)
