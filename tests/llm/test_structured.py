"""Answers as objects of any class, through every provider's own way to hold a model to a schema."""

import json
import re
from typing import Any

import pytest
from pydantic import BaseModel

from tests.llm.conftest import Open
from tests.llm.vendors import VENDORS, ask, settings_for
from tests.modelserver import answers
from tests.modelserver.answers import say
from tests.modelserver.insurance_model import QUESTION, insurance_model
from tests.modelserver.server import ModelServer
from tests.support.answer_schemas import FILLED, SAID, Excesses, Loose, Tree
from tests.support.russian_errors import in_russian
from workbench import Workbench
from workbench.answer.output_schemas import SCHEMAS, AnswerWithSources, json_schema
from workbench.domain.answer import AskOptions, Audience
from workbench.domain.run import Run, RunStatus, Stage
from workbench.domain.run_events import AnswerDelta, RunFinished
from workbench.errors import ConfigurationError, InputError
from workbench.llm.endpoint import chat_model
from workbench.llm.pydantic_ai.translate import is_closed

GPT, OLLAMA, CLAUDE, GEMINI = VENDORS
PROMPTED = "prompted"
WAYS = (*VENDORS, PROMPTED)
OPTIONS = AskOptions(schema="Excesses")


async def sent(way: str, server: ModelServer, schema: type[BaseModel]) -> Any:
    """The request's body, as it arrives."""
    settings = settings_for(server)
    if way == PROMPTED:
        settings = settings.model_copy(update={"compatible_output": "prompt"})
    server.always(say(SAID))
    model = chat_model(OLLAMA if way == PROMPTED else way, settings)
    wanted = {"output_schema": json_schema(schema), "schema_name": schema.__name__}
    reply = await model.complete(ask(**wanted))
    assert reply.is_whole
    assert json.loads(reply.text) == FILLED
    return server.requests[-1].body


def resolved(schema: Any, root: Any) -> Any:
    """The schema with every reference followed once, or KeyError for one that leads nowhere."""
    if isinstance(schema, list):
        return [resolved(member, root) for member in schema]
    if not isinstance(schema, dict):
        return schema
    for step in str(schema.get("$ref", "")).removeprefix("#").strip("/").split("/"):
        root = root[step] if step else root
    return {key: resolved(value, root) for key, value in schema.items() if key != "$ref"}


def names(schema: Any) -> set[str]:
    """Every field that a schema names, at any depth."""
    if isinstance(schema, list):
        return {name for member in schema for name in names(member)}
    if not isinstance(schema, dict):
        return set()
    found = {name for value in schema.values() for name in names(value)}
    return found | set(schema.get("properties", ()))


FIELDS = {
    Excesses: {"heading", "excesses", "highest", "product", "sum", "amount", "currency", "since"},
    Loose: {"said", "by_product", "pair", "anything", "amount", "currency"},
    Tree: {"said", "parts"},
}


@pytest.mark.parametrize("schema", FIELDS)
@pytest.mark.parametrize("way", WAYS)
async def test_the_whole_schema_reaches_the_provider(
    way: str, schema: type[BaseModel], server: ModelServer
) -> None:
    body = await sent(way, server, schema)
    if way == PROMPTED:
        text = body["messages"][0]["content"]
        found, _ = json.JSONDecoder().raw_decode(text, text.index("{"))
    elif way == CLAUDE:
        found = body["tools"][0]["input_schema"]
        assert body["tool_choice"]["type"] in {"tool", "any"}
    elif way == GEMINI:
        found = body["generationConfig"]["responseJsonSchema"]
    else:
        found = body["response_format"]["json_schema"]["schema"]
    assert found["type"] == "object", "Anthropic and OpenAI refuse a reference at the root"
    assert FIELDS[schema] <= names(found)
    resolved(found, found)


@pytest.mark.parametrize(
    ("schema", "strict"), [(Excesses, True), (Tree, True), (AnswerWithSources, True), (Loose, None)]
)
async def test_openai_is_strict_where_the_schema_is_closed(
    schema: type[BaseModel], strict: bool | None, server: ModelServer
) -> None:
    format_ = (await sent(GPT, server, schema))["response_format"]
    assert format_["type"] == "json_schema"
    assert format_["json_schema"].get("strict") or None is strict
    assert is_closed(json_schema(schema)) is bool(strict)


@pytest.mark.parametrize(
    "part",
    [
        {},
        True,
        {"type": "array"},
        {"type": "array", "items": {}},
        {"type": "array", "prefixItems": [{"type": "integer"}], "items": {"type": "integer"}},
        {"type": "object"},
        {"type": "object", "properties": {}, "additionalProperties": {"type": "string"}},
        {"anyOf": [{"type": "string"}, {"type": "object"}]},
        {"allOf": [{"type": "string"}]},
        {"description": "Anything."},
    ],
)
def test_a_schema_is_open_where_it_leaves_anything_open(part: Any) -> None:
    whole = {"type": "object", "properties": {"closed": {"type": "string"}, "open": part}}
    assert not is_closed(whole)
    assert not is_closed({**whole, "properties": {}, "$defs": {"Open": part}})
    assert is_closed({**whole, "properties": {"closed": {"type": "string"}}})


def opened_in(way: str, opened: Open) -> Workbench:
    """A workbench whose planner and writer are asked for objects in this way."""
    name = OLLAMA if way == PROMPTED else way
    output = "prompt" if way == PROMPTED else "json_schema"
    return opened(
        planner_model=name, answer_model=name, compatible_output=output, schemas=[Excesses]
    )


@pytest.mark.parametrize("way", WAYS)
async def test_a_run_gives_the_object_it_was_asked_for(
    way: str, opened: Open, server: ModelServer
) -> None:
    said = f"```json\n{SAID}\n```" if way == PROMPTED else SAID
    server.choose(insurance_model(answer=say(said)))
    bench = opened_in(way, opened)

    run = await bench.ask(QUESTION, workspace="insurance", options=OPTIONS)

    assert run.status is RunStatus.DONE
    assert bench.structured(run) == Excesses.model_validate(FILLED)
    assert run.answer is not None
    assert {citation.source_index for citation in run.answer.citations} == {0, 1}
    assert len(run.answer.sources_used) == 2
    customer = OPTIONS.model_copy(update={"audience": Audience.CUSTOMER})
    clean = bench.structured(run.model_copy(update={"options": customer}))
    assert isinstance(clean, Excesses)
    assert clean.excesses[0].said == "It is $100 for each claim."
    assert await bench.runs.get(run.id) == run
    assert bench.sync.structured(run) == bench.structured(run)


async def test_a_streamed_answer_fills_the_object_too(opened: Open, server: ModelServer) -> None:
    server.choose(insurance_model(answer=say(SAID)))
    bench = opened(schemas=[Excesses])
    told, run = "", None
    async for event in bench.stream(QUESTION, workspace="insurance", options=OPTIONS):
        if isinstance(event, AnswerDelta):
            told += event.text
        if isinstance(event, RunFinished):
            run = event.run
    assert json.loads(told) == FILLED
    assert run is not None
    assert bench.structured(run) == Excesses.model_validate(FILLED)


async def test_a_replay_needs_the_class_and_says_so(opened: Open, server: ModelServer) -> None:
    server.choose(insurance_model(answer=say(SAID)))
    bench = opened(schemas=[Excesses])
    run = await bench.ask(QUESTION, workspace="insurance", options=OPTIONS)
    again = await bench.replay(run)
    assert again.answer and run.answer
    assert again.answer.display == run.answer.display

    without = await opened().replay(run)
    assert without.failure and without.failure.error
    assert without.failure.error.message == "Unknown schema “Excesses”."
    assert "WORKBENCH_SCHEMAS" in without.failure.error.hint
    with pytest.raises(InputError, match="Unknown schema"):
        opened().structured(run)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (say("I would rather write prose."), "does not match the schema “Excesses”"),
        (say(json.dumps({**FILLED, "excesses": [{}]})), "does not match the schema “Excesses”"),
        (
            say(answers.ScriptedReply(SAID[:40], finish="length")),
            "ended before completing the schema “Excesses”",
        ),
        (answers.status(401), "did not accept the key"),
    ],
)
async def test_what_the_model_did_wrong_is_said_and_nothing_before_it_is_lost(
    answer: answers.Answer, says: str, opened: Open, server: ModelServer
) -> None:
    server.choose(insurance_model(answer=answer))
    bench = opened(schemas=[Excesses])
    run = await bench.ask(QUESTION, workspace="insurance", options=OPTIONS)
    assert run.status is RunStatus.FAILED
    assert run.failure and run.failure.error
    assert run.failure.name is Stage.WRITE
    assert run.failure.error.kind == "ProviderError"
    assert says in run.failure.error.message
    assert run.failure.error.hint
    assert run.facts and run.rendered and run.rendered.text
    with pytest.raises(InputError, match="has no answer"):
        bench.structured(run)


async def test_a_built_in_schema_is_stood_in_for(opened: Open, server: ModelServer) -> None:
    server.choose(insurance_model(answer=say("Prose.")))
    bench = opened()
    options = AskOptions(schema="AnswerWithSources")
    run = await bench.ask(QUESTION, workspace="insurance", options=options)
    assert run.failure and run.failure.recovered_by == "offline"
    filled = bench.structured(run)
    assert isinstance(filled, AnswerWithSources)
    assert filled.sources_used == [1, 2]


async def test_without_a_model_the_facts_stay_and_the_error_says_what_to_do(opened: Open) -> None:
    bench = opened(planner_model="offline", answer_model="offline", schemas=[Excesses])
    run = await bench.ask(QUESTION, workspace="insurance", options=OPTIONS)
    assert run.failure and run.failure.error
    assert run.failure.error.message == "The schema “Excesses” can only be filled by a model."
    assert "Choose an answer model" in run.failure.error.hint
    assert run.rendered and "$100" in run.rendered.text


async def test_nothing_found_is_no_object(opened: Open) -> None:
    bench = opened(planner_model="offline", schemas=[Excesses])
    question = "Who won the football world cup?"
    run: Run = await bench.ask(question, workspace="insurance", options=OPTIONS)
    assert run.answer and run.answer.outcome != "answered"
    assert bench.structured(run) is None


async def test_an_unknown_schema_is_refused_before_anything_is_asked(
    opened: Open, server: ModelServer
) -> None:
    with pytest.raises(InputError, match="Unknown schema “Excesses”"):
        await opened().ask(QUESTION, workspace="insurance", options=OPTIONS)
    assert not server.requests


def test_settings_name_schemas_too(opened: Open) -> None:
    bench = opened(workbench_schemas=("tests.support.answer_schemas:Tree",), schemas=[Excesses])
    assert list(bench.schemas) == [*SCHEMAS, "Tree", "Excesses"]
    assert bench.sync.schemas is bench.schemas


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("Tree", "does not name a class"),
        ("tests.support.nowhere:Tree", "Module “tests.support.nowhere” not found"),
        ("tests.support.answer_schemas:Bush", "has no “Bush”"),
        ("tests.support.answer_schemas:SAID", "is not a schema"),
    ],
)
def test_a_setting_that_names_no_schema_is_named(path: str, says: str, opened: Open) -> None:
    with pytest.raises(ConfigurationError, match=rf"{says}.* in WORKBENCH_SCHEMAS") as error:
        opened(workbench_schemas=(path,))
    assert re.search(r"указан\w? в WORKBENCH_SCHEMAS", in_russian(error.value))
