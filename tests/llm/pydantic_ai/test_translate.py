"""What goes to each provider: a request in its own form, seen where it arrives."""

import json
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict

from tests.llm.vendors import KEY, VENDORS, ask
from tests.modelserver.answers import say
from tests.modelserver.exchange import Received
from tests.modelserver.server import ModelServer
from workbench.llm.endpoint import chat_model
from workbench.llm.protocol import ChatModel, ChatReply, Message
from workbench.llm.pydantic_ai.translate import is_closed, translate
from workbench.settings import Settings

TALK = (
    Message(role="user", text="Где он работает?"),
    Message(role="assistant", text="В Aston."),
    Message(role="user", text="Since when?"),
)
ANSWER = '{"place": "Aston", "note": null}'


class Place(BaseModel):
    model_config = ConfigDict(extra="forbid")

    place: str
    note: str | None = None


SCHEMA = Place.model_json_schema()


async def sent(model: ChatModel, server: ModelServer, **changes: Any) -> Received:
    """The request as the provider gets it."""
    server.always(say(ANSWER))
    await model.complete(ask(**changes))
    return server.requests[-1]


def of(name: str, settings: Settings) -> ChatModel:
    return chat_model(next(vendor for vendor in VENDORS if vendor.startswith(name)), settings)


async def test_a_request_to_openai_has_the_fields_of_its_api(
    server: ModelServer, settings: Settings
) -> None:
    request = await sent(of("openai", settings), server, messages=TALK, temperature=0.3, top_k=40)
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert request.body["model"] == "gpt-4o"
    assert [(m["role"], m["content"]) for m in request.body["messages"]] == [
        ("system", "Answer from the sources."),
        *((m.role, m.text) for m in TALK),
    ]
    assert request.body["temperature"] == 0.3
    assert request.body["max_completion_tokens"] == 200
    assert "top_k" not in request.body, "the API has none"


async def test_a_request_to_compatible_has_the_fields_of_its_api(
    server: ModelServer, settings: Settings
) -> None:
    request = await sent(of("compatible", settings), server, temperature=0.0)
    assert request.body["model"] == "llama3.2:3b"
    assert request.body["max_tokens"] == 200, "the newer name is not known everywhere"
    assert request.body["temperature"] == 0.0


async def test_a_request_to_anthropic_has_the_fields_of_its_api(
    server: ModelServer, settings: Settings
) -> None:
    request = await sent(of("anthropic", settings), server, messages=TALK, temperature=0.3)
    assert KEY in str(request.headers)
    assert request.body["system"] == "Answer from the sources."
    assert [m["role"] for m in request.body["messages"]] == ["user", "assistant", "user"]
    assert request.body["max_tokens"] == 200


async def test_a_request_to_gemini_has_the_fields_of_its_api(
    server: ModelServer, settings: Settings
) -> None:
    request = await sent(
        of("gemini", settings), server, messages=TALK, temperature=0.1, top_p=0.8, top_k=40
    )
    assert request.headers["x-goog-api-key"] == KEY
    assert KEY not in request.path
    assert [c["role"] for c in request.body["contents"]] == ["user", "model", "user"]
    config = request.body["generationConfig"]
    assert (config["temperature"], config["topP"], config["topK"]) == (0.1, 0.8, 40)
    assert config["maxOutputTokens"] == 200


async def test_each_is_held_to_a_schema_its_own_way(
    server: ModelServer, settings: Settings
) -> None:
    held = {"output_schema": SCHEMA, "schema_name": "place"}
    openai = await sent(of("openai", settings), server, **held)
    assert openai.body["response_format"]["json_schema"]["name"] == "place"
    assert openai.body["response_format"]["json_schema"]["strict"] is True
    compatible = await sent(of("compatible", settings), server, **held)
    assert compatible.body["response_format"]["type"] == "json_schema"
    assert "strict" not in compatible.body["response_format"]["json_schema"]
    anthropic = await sent(of("anthropic", settings), server, **held)
    assert [tool["name"] for tool in anthropic.body["tools"]] == ["place"]
    assert anthropic.body["tool_choice"]["type"] in {"any", "tool"}
    gemini = await sent(of("gemini", settings), server, **held)
    assert gemini.body["generationConfig"]["responseMimeType"] == "application/json"
    assert "place" in gemini.body["generationConfig"]["responseJsonSchema"]["properties"]


async def test_structured_replies_are_the_json_alone(model: ChatModel, server: ModelServer) -> None:
    server.always(say(ANSWER))
    request = ask(output_schema=SCHEMA, schema_name="place")
    reply = await model.complete(request)
    *pieces, streamed = [item async for item in model.stream(request)]
    assert isinstance(streamed, ChatReply)
    assert json.loads(reply.text) == json.loads(streamed.text) == json.loads(ANSWER)
    assert "".join(map(str, pieces)) == streamed.text
    assert reply.is_whole
    assert streamed.is_whole


async def test_a_server_without_schemas_is_told_in_words(
    server: ModelServer, settings: Settings
) -> None:
    model = of("compatible", settings.model_copy(update={"compatible_output": "prompt"}))
    server.always(say(f"```json\n{ANSWER}\n```"))
    request = ask(output_schema=SCHEMA)
    assert (await model.complete(request)).text == ANSWER
    *pieces, _ = [item async for item in model.stream(request)]
    assert pieces == [ANSWER], "the fence is off before anything is shown"
    body = server.requests[-1].body
    assert "response_format" not in body
    system, question = body["messages"]
    assert '"place"' in system["content"]
    assert question["role"] == "user"


async def test_usage_is_the_providers(model: ChatModel, server: ModelServer) -> None:
    server.always(say("Good."))
    reply = await model.complete(ask())
    *_, streamed = [item async for item in model.stream(ask())]
    assert isinstance(streamed, ChatReply)
    for each in (reply, streamed):
        assert (each.input_tokens, each.output_tokens) == (12, 7)
        assert each.ms > 0


@pytest.mark.parametrize(
    ("schema", "closed"),
    [
        (SCHEMA, True),
        ({"type": "object"}, False),
        ({"type": "object", "properties": {}, "additionalProperties": {"type": "string"}}, False),
        ({"anyOf": [{"type": "null"}, {"type": "object"}]}, False),
        ({"type": "object", "properties": {"a": {"type": "object"}}}, False),
        ({"type": "array", "items": {"type": "string"}}, True),
    ],
)
def test_open_objects_are_not_sent_to_a_strict_mode(schema: dict[str, Any], closed: bool) -> None:
    assert is_closed(schema) is closed
    call = translate(ask(output_schema=schema), mode="native", strict=True)
    assert call.parameters.output_object
    assert call.parameters.output_object.strict is (True if closed else None)
