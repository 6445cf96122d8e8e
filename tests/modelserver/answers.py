"""Scripted answers to a request: valid replies and every kind of provider failure."""

import asyncio
import json
from collections.abc import Iterable

from tests.modelserver.dialect import ScriptedReply
from tests.modelserver.exchange import Answer, Exchange

PAGE = b"<!doctype html><html><body><h1>Sign in to the hotel network</h1></body></html>"
HTML = {"content-type": "text/html; charset=utf-8"}


def say(text: str | ScriptedReply) -> Answer:
    """A valid reply, streamed if the request asks for a stream."""
    said = text if isinstance(text, ScriptedReply) else ScriptedReply(text)

    async def answer(exchange: Exchange) -> None:
        if not exchange.streamed:
            await exchange.respond_json(exchange.dialect.whole(said, exchange.request.body))
            return
        await _stream(exchange, exchange.dialect.frames(said, exchange.request.body))

    return answer


def models(*names: str) -> Answer:
    """The list of models."""

    async def answer(exchange: Exchange) -> None:
        await exchange.respond_json(exchange.dialect.models(names))

    return answer


def slowly(text: str, pause_s: float) -> Answer:
    """A valid reply with a pause before each frame, or before the whole reply if not streamed."""

    async def answer(exchange: Exchange) -> None:
        if not exchange.streamed:
            await exchange.idle(pause_s)
            await say(text)(exchange)
            return
        await exchange.open_stream()
        for frame in exchange.dialect.frames(ScriptedReply(text), exchange.request.body):
            await exchange.idle(pause_s)
            await exchange.chunk(frame)
        await exchange.end_stream()

    return answer


def status(code: int, message: str = "Scripted fault.", *, retry_after: str = "") -> Answer:
    """An HTTP error in the provider's format."""

    async def answer(exchange: Exchange) -> None:
        body = json.dumps(exchange.dialect.error(code, message)).encode()
        headers = {"retry-after": retry_after} if retry_after else {}
        await exchange.respond(body, status=code, headers=headers)

    return answer


def repeating(code: int) -> Answer:
    """An HTTP error whose message contains the request's headers, including the key."""

    async def answer(exchange: Exchange) -> None:
        await status(code, str(dict(exchange.request.headers)))(exchange)

    return answer


async def echo(exchange: Exchange) -> None:
    """A reply whose text contains the request's headers, including the key."""
    await say(ScriptedReply(str(dict(exchange.request.headers)), cut_into=7))(exchange)


async def echo_without_end(exchange: Exchange) -> None:
    """A reply with the request's headers and no finish reason."""
    said = ScriptedReply(str(dict(exchange.request.headers)), cut_into=7, finish=None)
    await say(said)(exchange)


def redirect(location: str) -> Answer:
    """A redirect, which would send the key elsewhere if it were followed."""

    async def answer(exchange: Exchange) -> None:
        await exchange.respond(b"", status=307, headers={"location": location})

    return answer


def raw(data: bytes) -> Answer:
    """Send raw bytes and close the connection, regardless of HTTP."""

    async def answer(exchange: Exchange) -> None:
        await exchange.send(data)

    return answer


def odd(name: str) -> Answer:
    """Valid JSON that is not a reply; see ``Dialect.odd``."""

    async def answer(exchange: Exchange) -> None:
        reply = exchange.dialect.odd[name]
        if exchange.streamed:
            await _stream(exchange, reply.frames)
        else:
            await exchange.respond_json(reply.body)

    return answer


async def hang(exchange: Exchange) -> None:
    """No answer at all."""
    await exchange.idle()


async def reset(exchange: Exchange) -> None:
    """A TCP reset instead of an answer."""
    exchange.reset()


async def cut(exchange: Exchange) -> None:
    """Half a reply, then an orderly close of the connection."""
    await _half(exchange)


async def reset_midway(exchange: Exchange) -> None:
    """Half a reply, then a TCP reset."""
    await _half(exchange)
    await asyncio.sleep(0.05)
    exchange.reset()


async def stall(exchange: Exchange) -> None:
    """Half a reply, then nothing while the connection stays open."""
    await _half(exchange)
    await exchange.idle()


def begin(text: str) -> Answer:
    """A stream of these words that then stalls."""

    async def answer(exchange: Exchange) -> None:
        await exchange.open_stream()
        for frame in exchange.dialect.frames(
            ScriptedReply(text, finish=None), exchange.request.body
        ):
            await exchange.chunk(frame)
        await exchange.idle()

    return answer


async def drip(exchange: Exchange) -> None:
    """A reply without end."""
    if exchange.streamed:
        await exchange.open_stream()
        frames = exchange.dialect.frames(ScriptedReply("drop", finish=None), exchange.request.body)
        for frame in frames[:-1]:
            await exchange.chunk(frame)
        while True:
            await exchange.chunk(frames[-1])
            await exchange.idle(0.05)
    await exchange.head(200, {"content-type": "application/json", "content-length": "100000"})
    while True:
        await exchange.send(b" ")
        await exchange.idle(0.05)


async def malformed_json(exchange: Exchange) -> None:
    """Truncated JSON in a complete HTTP response."""
    body = b'{"id": "1", "choices": [{"mess'
    if exchange.streamed:
        await _stream(exchange, [b"data: " + body + b"\n\n"])
    else:
        await exchange.respond(body)


async def invalid_utf8(exchange: Exchange) -> None:
    """Bytes that are not valid UTF-8."""
    body = b'{"id": "\xff\xfe\xc3\x28"}'
    if exchange.streamed:
        await _stream(exchange, [b"data: " + body + b"\n\n"])
    else:
        await exchange.respond(body)


async def empty_body(exchange: Exchange) -> None:
    """Status 200 with an empty body."""
    await exchange.respond(b"")


async def html_page(exchange: Exchange) -> None:
    """An HTML page with status 200, as sent by a proxy or captive portal."""
    await exchange.respond(PAGE, headers=HTML)


async def error_with_200(exchange: Exchange) -> None:
    """The provider's error object, with status 200."""
    await exchange.respond_json(exchange.dialect.error(500, "Scripted fault."))


async def error_in_stream(exchange: Exchange) -> None:
    """An error event after a valid beginning."""
    if not exchange.streamed:
        await error_with_200(exchange)
        return
    begun = exchange.dialect.frames(ScriptedReply("Half an ", finish=None), exchange.request.body)
    await _stream(exchange, [*begun, exchange.dialect.error_frame("Scripted fault.")])


async def no_end_marker(exchange: Exchange) -> None:
    """A reply, streamed or whole, without a finish reason in a complete HTTP response."""
    await say(ScriptedReply("Half an answer", finish=None))(exchange)


async def closed_in_headers(exchange: Exchange) -> None:
    """Part of the headers, then the end of the connection."""
    await exchange.send(b"HTTP/1.1 200 OK\r\ncontent-type: applica")


async def huge(exchange: Exchange) -> None:
    """Twenty megabytes of text."""
    await say(ScriptedReply("a" * 20_000_000, cut_into=1_000_000))(exchange)


async def _stream(exchange: Exchange, frames: Iterable[bytes]) -> None:
    await exchange.open_stream()
    for frame in frames:
        await exchange.chunk(frame)
    await exchange.end_stream()


async def _half(exchange: Exchange) -> None:
    """Send the first half of a valid reply, as if more followed."""
    said = ScriptedReply("Half of this answer will never arrive.")
    if exchange.streamed:
        await exchange.open_stream()
        frames = exchange.dialect.frames(said, exchange.request.body)
        for frame in frames[: len(frames) // 2]:
            await exchange.chunk(frame)
        return
    body = json.dumps(exchange.dialect.whole(said, exchange.request.body)).encode()
    await exchange.head(200, {"content-type": "application/json", "content-length": str(len(body))})
    await exchange.send(body[: len(body) // 2])
