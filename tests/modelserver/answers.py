"""Ways to answer a request: as a good provider does, and in the ways providers fail."""

import asyncio
import json
from collections.abc import Iterable

from tests.modelserver.dialect import Said
from tests.modelserver.exchange import Answer, Exchange

PAGE = b"<!doctype html><html><body><h1>Sign in to the hotel network</h1></body></html>"
HTML = {"content-type": "text/html; charset=utf-8"}


def say(text: str | Said) -> Answer:
    """A good reply, streamed where a stream was asked for."""
    said = text if isinstance(text, Said) else Said(text)

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
    """A good reply with a pause before each frame of its stream (before the whole, without one)."""

    async def answer(exchange: Exchange) -> None:
        if not exchange.streamed:
            await exchange.idle(pause_s)
            await say(text)(exchange)
            return
        await exchange.open_stream()
        for frame in exchange.dialect.frames(Said(text), exchange.request.body):
            await exchange.idle(pause_s)
            await exchange.chunk(frame)
        await exchange.end_stream()

    return answer


def status(code: int, message: str = "Scripted fault.", *, retry_after: str = "") -> Answer:
    """An HTTP error in the provider's own form."""

    async def answer(exchange: Exchange) -> None:
        body = json.dumps(exchange.dialect.error(code, message)).encode()
        headers = {"retry-after": retry_after} if retry_after else {}
        await exchange.respond(body, status=code, headers=headers)

    return answer


def repeating(code: int) -> Answer:
    """An HTTP error whose message repeats the request's headers, the key among them."""

    async def answer(exchange: Exchange) -> None:
        await status(code, str(dict(exchange.request.headers)))(exchange)

    return answer


async def echo(exchange: Exchange) -> None:
    """A model that says the headers it was called with, the key among them."""
    await say(Said(str(dict(exchange.request.headers)), cut_into=7))(exchange)


async def echo_without_end(exchange: Exchange) -> None:
    """The same, and it never says why it stopped."""
    said = Said(str(dict(exchange.request.headers)), cut_into=7, finish=None)
    await say(said)(exchange)


def redirect(location: str) -> Answer:
    """A redirect, which would carry the key elsewhere if it were followed."""

    async def answer(exchange: Exchange) -> None:
        await exchange.respond(b"", status=307, headers={"location": location})

    return answer


def raw(data: bytes) -> Answer:
    """These bytes and the end of the connection, whatever HTTP says."""

    async def answer(exchange: Exchange) -> None:
        await exchange.send(data)

    return answer


def odd(name: str) -> Answer:
    """Good JSON that is no answer; see ``Dialect.odd``."""

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
    """The connection ends halfway, in order and without a reset."""
    await _half(exchange)


async def reset_midway(exchange: Exchange) -> None:
    """A TCP reset halfway."""
    await _half(exchange)
    await asyncio.sleep(0.05)
    exchange.reset()


async def stall(exchange: Exchange) -> None:
    """Half an answer, then silence."""
    await _half(exchange)
    await exchange.idle()


def begin(text: str) -> Answer:
    """A stream that says these words, and then nothing."""

    async def answer(exchange: Exchange) -> None:
        await exchange.open_stream()
        for frame in exchange.dialect.frames(Said(text, finish=None), exchange.request.body):
            await exchange.chunk(frame)
        await exchange.idle()

    return answer


async def drip(exchange: Exchange) -> None:
    """An answer that keeps coming and never ends."""
    if exchange.streamed:
        await exchange.open_stream()
        frames = exchange.dialect.frames(Said("drop", finish=None), exchange.request.body)
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
    """JSON that stops in the middle of a word, though HTTP says that it is complete."""
    body = b'{"id": "1", "choices": [{"mess'
    if exchange.streamed:
        await _stream(exchange, [b"data: " + body + b"\n\n"])
    else:
        await exchange.respond(body)


async def invalid_utf8(exchange: Exchange) -> None:
    """Bytes that are no text."""
    body = b'{"id": "\xff\xfe\xc3\x28"}'
    if exchange.streamed:
        await _stream(exchange, [b"data: " + body + b"\n\n"])
    else:
        await exchange.respond(body)


async def empty_body(exchange: Exchange) -> None:
    """Status 200 and nothing else."""
    await exchange.respond(b"")


async def html_page(exchange: Exchange) -> None:
    """A page with status 200: a proxy, a captive portal."""
    await exchange.respond(PAGE, headers=HTML)


async def error_with_200(exchange: Exchange) -> None:
    """The provider's error object, with status 200."""
    await exchange.respond_json(exchange.dialect.error(500, "Scripted fault."))


async def error_in_stream(exchange: Exchange) -> None:
    """An error event after a good beginning."""
    if not exchange.streamed:
        await error_with_200(exchange)
        return
    begun = exchange.dialect.frames(Said("Half an ", finish=None), exchange.request.body)
    await _stream(exchange, [*begun, exchange.dialect.error_frame("Scripted fault.")])


async def no_end_marker(exchange: Exchange) -> None:
    """A reply, streamed or whole, that is complete for HTTP but never says why it stopped."""
    await say(Said("Half an answer", finish=None))(exchange)


async def closed_in_headers(exchange: Exchange) -> None:
    """The connection ends inside the headers."""
    await exchange.send(b"HTTP/1.1 200 OK\r\ncontent-type: applica")


async def huge(exchange: Exchange) -> None:
    """Twenty megabytes of text."""
    await say(Said("a" * 20_000_000, cut_into=1_000_000))(exchange)


async def _stream(exchange: Exchange, frames: Iterable[bytes]) -> None:
    await exchange.open_stream()
    for frame in frames:
        await exchange.chunk(frame)
    await exchange.end_stream()


async def _half(exchange: Exchange) -> None:
    """The first half of a good answer, as if more followed."""
    said = Said("Half of this answer will never arrive.")
    if exchange.streamed:
        await exchange.open_stream()
        frames = exchange.dialect.frames(said, exchange.request.body)
        for frame in frames[: len(frames) // 2]:
            await exchange.chunk(frame)
        return
    body = json.dumps(exchange.dialect.whole(said, exchange.request.body)).encode()
    await exchange.head(200, {"content-type": "application/json", "content-length": str(len(body))})
    await exchange.send(body[: len(body) // 2])
