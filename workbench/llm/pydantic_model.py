"""A ChatModel over any vendor that pydantic-ai speaks with; an adapter supplies what differs."""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from typing import TypeAlias

import httpx2
from pydantic_ai.direct import model_request, model_request_stream
from pydantic_ai.messages import ModelResponse, ModelResponseStreamEvent
from pydantic_ai.models import Model

from workbench.errors import ProviderError
from workbench.llm.attempt import attempt
from workbench.llm.error_mapping import ErrorMapper
from workbench.llm.failure_kinds import NO_ROOM, NO_TEXT, TOO_LONG
from workbench.llm.http import http_client
from workbench.llm.protocol import ChatModel, ChatReply, ChatRequest, begins_within_s, in_one_piece
from workbench.llm.reasoning_tags import ReasoningBuffer
from workbench.llm.replies import FinishReason, PieceBuffer, piece_of, reply_of
from workbench.llm.translate import Call, OutputMode, translate
from workbench.logs import log

Events: TypeAlias = AsyncGenerator[ModelResponseStreamEvent | ModelResponse, None]

BYTES_A_TOKEN, CHARACTERS_A_TOKEN = 1_000, 64
"""More than any token needs: as an event of its own it takes 300 to 600 bytes."""


class PydanticModel(ChatModel):
    """One model of one vendor. Makes one try; see `RetryingModel` for more."""

    def __init__(
        self,
        model: str,
        *,
        open_model: Callable[[httpx2.AsyncClient], Model],
        edge: ErrorMapper,
        mode: OutputMode,
        strict: bool = False,
        ignored: frozenset[str] = frozenset(),
    ) -> None:
        self._model = model
        self._open_model = open_model
        self._edge = edge
        self._mode = mode
        self._strict = strict
        self._ignored = ignored

    @property
    def name(self) -> str:
        """``provider:model``."""
        return f"{self._edge.provider}:{self._model}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"

    def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """The reply as the vendor sends it, in pieces or whole."""
        return self._in_pieces(request) if request.streamed else self._whole(request)

    async def _whole(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """The text, then the reply; a ProviderError if it does not come whole and in time."""
        started, call = time.perf_counter(), self._translate(request)
        until = asyncio.get_running_loop().time() + begins_within_s(request)
        async with http_client(_most_bytes(request)) as http:
            asking = model_request(
                self._open_model(http),
                call.messages,
                model_settings=call.settings,
                model_request_parameters=call.parameters,
            )
            response = await attempt(asking, self._edge, until)
        reply = self._reply(response, call, started)
        if len(reply.text) > _most_characters(request):
            raise self._edge.failed(TOO_LONG)
        for item in in_one_piece(reply):
            yield item

    async def _in_pieces(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """Pieces, then the reply; a partial one if the stream breaks off once it has begun."""
        started, call = time.perf_counter(), self._translate(request)
        now = asyncio.get_running_loop().time()
        begin, end = now + begins_within_s(request), now + request.deadline_s
        held = call.mode == "prompted"  # its Markdown fence has to come off first
        said = _Said(self._edge, _most_characters(request))
        reply: ChatReply | None = None

        def until() -> float:
            return end if said.is_alive and not held else begin

        async with (
            http_client(_most_bytes(request)) as http,
            aclosing(_events(self._open_model(http), call)) as events,
        ):
            try:
                async for event in self._before(until, events):
                    if isinstance(event, ModelResponse):
                        reply = self._reply(event, call, started)
                    elif piece := said.take(piece_of(event, call.mode)):
                        if not held:
                            yield piece
                        if said.is_full:
                            raise self._edge.failed(TOO_LONG)
            except ProviderError as error:
                if held or not said.has_begun:
                    raise
                log.warning("stream_cut", model=self.name, reason=error.message)
        rest = said.rest(reply.finish_reason if reply else None)
        reply = reply or self._partial(said.text + rest, started)
        if last := reply.text if held or not said.has_begun else rest:
            yield last
        yield reply

    async def _before(self, until: Callable[[], float], events: Events) -> Events:
        """The events that come in time.

        The deadline is armed for each wait and never across a `yield`: it would cancel the caller.
        """
        while True:
            event = await attempt(anext(events, None), self._edge, until())
            if event is None:
                return
            yield event

    def _translate(self, request: ChatRequest) -> Call:
        return translate(request, mode=self._mode, strict=self._strict, ignored=self._ignored)

    def _reply(self, response: ModelResponse, call: Call, started: float) -> ChatReply:
        """The reply; silence is a failure, unless the model refused or a filter stopped it."""
        try:
            reply = reply_of(response, mode=call.mode, model=self.name, ms=_ms_since(started))
        except Exception as raised:  # the SDKs promise types that they do not check
            raise self._edge.error(raised) from None
        text = _hidden(self._edge, reply.text, reply.finish_reason)
        reply = reply.model_copy(update={"text": text})
        if reply.text.strip() or reply.finish_reason in {"refusal", "filtered"}:
            return reply
        raise self._edge.failed(NO_ROOM if reply.finish_reason == "length" else NO_TEXT)

    def _partial(self, text: str, started: float) -> ChatReply:
        return ChatReply(text=text, finish_reason=None, model=self.name, ms=_ms_since(started))


class _Said:
    """A reply's pieces as they may be shown: no thoughts, no half character, no part of the key."""

    def __init__(self, edge: ErrorMapper, room: int) -> None:
        self._edge = edge
        self._room = room
        self._whole, self._said, self._keyless = PieceBuffer(), ReasoningBuffer(), edge.buffer()
        self._shown = list[str]()

    @property
    def text(self) -> str:
        """All that was shown."""
        return "".join(self._shown)

    @property
    def has_begun(self) -> bool:
        """True once something was shown."""
        return bool(self._shown)

    @property
    def is_alive(self) -> bool:
        """True once the model said or thought anything."""
        return self.has_begun or self._said.has_thought

    @property
    def is_full(self) -> bool:
        """True once there is no room for more."""
        return self._room <= 0

    def take(self, piece: str) -> str:
        """What may be shown now."""
        said = self._said.feed(self._whole.feed(piece))
        shown = self._keyless.feed(said)[: self._room]
        self._room -= len(shown)
        if shown:
            self._shown.append(shown)
        return shown

    def rest(self, finish: FinishReason | None) -> str:
        """What waited for more until the end."""
        return _hidden(self._edge, self._keyless.held, finish)


def _hidden(edge: ErrorMapper, text: str, finish: FinishReason | None) -> str:
    """The text without the key, also where it stopped in the middle of it."""
    return edge.hide_key(text) if finish == "stop" else edge.hide_cut_key(text)


async def _events(model: Model, call: Call) -> Events:
    """The vendor's events, then its response."""
    async with model_request_stream(
        model,
        call.messages,
        model_settings=call.settings,
        model_request_parameters=call.parameters,
    ) as stream:
        async for event in stream:
            yield event
        yield stream.get()


def _most_bytes(request: ChatRequest) -> int:
    return 1_000_000 + request.max_tokens * BYTES_A_TOKEN


def _most_characters(request: ChatRequest) -> int:
    return request.max_tokens * CHARACTERS_A_TOKEN


def _ms_since(started: float) -> float:
    return (time.perf_counter() - started) * 1000
