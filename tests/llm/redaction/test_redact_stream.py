"""No protocol's record of a stream has a key in it that its pieces spell together."""

import asyncio
import json
from typing import Any

import pytest

from tests.llm.vendors import KEY, VENDORS, ask, settings_for
from tests.modelserver import answers
from tests.modelserver.dialect import ScriptedReply
from tests.modelserver.exchange import Answer, Exchange
from tests.modelserver.server import ModelServer
from tests.support.stream_text import text_of_stream
from workbench.domain.run import ModelExchange
from workbench.llm.endpoint import chat_model
from workbench.llm.protocol import ChatReply
from workbench.llm.recording.record import Recording, RecordingModel
from workbench.llm.redaction.redact import Secrets
from workbench.llm.redaction.redact_stream import redact_stream_body
from workbench.llm.streams import closing

TEXT = f"Ключ {KEY} и «{KEY}» 😀."
HIDDEN = TEXT.replace(KEY, "[key]")
SECRETS = Secrets((KEY,))
SCHEMA = {"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"]}


async def recorded(name: str, server: ModelServer, answer: Answer, **request: Any) -> ModelExchange:
    """What is kept of a stream that was read to its end."""
    recording = Recording(SECRETS)
    server.queue(answer)
    model = RecordingModel(chat_model(name, settings_for(server)), recording)
    assert [item async for item in model.stream(ask(**request))]
    return recording.exchanges[-1]


def again(record: str) -> Answer:
    """A provider that sends a recorded stream."""

    async def answer(exchange: Exchange) -> None:
        await exchange.open_stream()
        await exchange.chunk(record.encode())
        await exchange.end_stream()

    return answer


@pytest.mark.parametrize("size", [1, 4, 7, 100])
@pytest.mark.parametrize("name", VENDORS)
async def test_its_events_together_say_the_text_without_the_key(
    name: str, size: int, server: ModelServer
) -> None:
    exchange = await recorded(name, server, answers.say(ScriptedReply(TEXT, cut_into=size)))

    assert exchange.reply == HIDDEN
    assert exchange.wire
    assert HIDDEN in text_of_stream(exchange.wire.reply)
    assert KEY not in text_of_stream(exchange.wire.reply)


@pytest.mark.parametrize("name", VENDORS)
async def test_the_record_is_still_a_stream_that_the_vendors_own_client_reads(
    name: str, server: ModelServer
) -> None:
    exchange = await recorded(name, server, answers.say(ScriptedReply(TEXT, cut_into=4)))
    assert exchange.wire
    server.queue(again(exchange.wire.reply))
    stranger = settings_for(server, "another-key-2342")

    *pieces, reply = [item async for item in chat_model(name, stranger).stream(ask())]

    assert isinstance(reply, ChatReply)
    assert "".join(str(piece) for piece in pieces) == reply.text == HIDDEN
    assert reply.finish_reason == "stop"
    assert (reply.input_tokens, reply.output_tokens) == (12, 7)


@pytest.mark.parametrize("name", VENDORS)
async def test_a_structured_reply_does_not_spell_it_either(name: str, server: ModelServer) -> None:
    reply = json.dumps({"answer": TEXT}, ensure_ascii=False)
    said = answers.say(ScriptedReply(reply, cut_into=5))

    exchange = await recorded(name, server, said, output_schema=SCHEMA, schema_name="Reply")

    assert exchange.wire
    assert KEY not in text_of_stream(exchange.wire.reply)
    assert json.dumps({"answer": HIDDEN}, ensure_ascii=False) in text_of_stream(exchange.wire.reply)


@pytest.mark.parametrize("name", VENDORS)
async def test_most_of_a_key_is_hidden_where_the_stream_breaks_off_inside_it(
    name: str, server: ModelServer
) -> None:
    said = ScriptedReply(f"It is {KEY[:-2]}", cut_into=4, finish=None)

    exchange = await recorded(name, server, answers.say(said))

    assert exchange.reply == "It is [key]"
    assert exchange.wire
    assert "It is [key]" in text_of_stream(exchange.wire.reply)
    assert KEY[:-2] not in text_of_stream(exchange.wire.reply)


@pytest.mark.parametrize("name", VENDORS)
async def test_a_stream_that_is_left_keeps_no_key_of_what_it_had_said(
    name: str, server: ModelServer
) -> None:
    recording = Recording(SECRETS)
    server.always(answers.begin(f"{TEXT} And {KEY[:-2]}"))
    model = RecordingModel(chat_model(name, settings_for(server)), recording)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.5), closing(model.stream(ask())) as items:
            async for _ in items:
                pass

    [exchange] = recording.exchanges
    assert exchange.wire
    assert f"{HIDDEN} And [key]" in text_of_stream(exchange.wire.reply)
    assert KEY[:-2] not in text_of_stream(exchange.wire.reply)


@pytest.mark.parametrize("finish", ["stop", "length", None])
@pytest.mark.parametrize("name", VENDORS)
async def test_an_ordinary_stream_is_kept_byte_for_byte(
    name: str, finish: Any, server: ModelServer
) -> None:
    sent = list[bytes]()

    async def say(exchange: Exchange) -> None:
        said = ScriptedReply('Просто "слова", \\ и 😀: canary-\n\tkey.', cut_into=3, finish=finish)
        sent.extend(exchange.dialect.frames(said, exchange.request.body))
        await again(b"".join(sent).decode())(exchange)

    exchange = await recorded(name, server, say)

    assert exchange.wire
    assert exchange.wire.reply == b"".join(sent).decode()


def test_pieces_are_found_however_the_events_are_laid_out() -> None:
    half, rest = KEY[:6], KEY[6:]
    told = redact_stream_body(
        f'[{{\n  "text": "{half}"\r\n}},\n{{"index": 1, "text" : "{rest}"}}]', SECRETS.hide
    )
    assert told == '[{\n  "text": "[key]"\r\n},\n{"index": 1, "text" : ""}]'


def test_a_key_that_is_escaped_is_found() -> None:
    escaped = "".join(f"\\u{ord(letter):04x}" for letter in KEY)
    assert (
        redact_stream_body(f'{{"text": "It is {escaped}"}}', SECRETS.hide)
        == '{"text": "It is [key]"}'
    )


def test_the_last_event_may_be_cut_anywhere() -> None:
    whole = f'data: {{"text": "{KEY[:9]}"}}\n\ndata: {{"text": "{KEY[9:]}\\u00e9\\n"}}\n\n'
    for end in range(whole.index(KEY[9:]), len(whole) + 1):
        said = redact_stream_body(whole[:end], SECRETS.hide_cut)
        assert KEY[:9] not in said, end


def test_values_of_different_names_spell_nothing_together() -> None:
    body = f'{{"id": "{KEY[:6]}", "text": "{KEY[6:]}"}}'
    assert redact_stream_body(body, SECRETS.hide) == body


def test_only_the_name_that_spells_it_is_told_anew() -> None:
    body = f'{{"id": "1", "text": "{KEY[:6]}"}}\n{{"id": "2", "text": "{KEY[6:]} is \\"it\\""}}\n'
    told = '{"id": "1", "text": "[key] is \\"it\\""}\n{"id": "2", "text": ""}\n'
    assert redact_stream_body(body, SECRETS.hide) == told
