"""A ChatModel for every vendor that pydantic-ai supports; adapters supply the differences."""

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
from workbench.llm.failures.attempt import attempt
from workbench.llm.failures.error_mapping import ErrorMapper
from workbench.llm.failures.kinds import NO_ROOM, NO_TEXT, TOO_LONG
from workbench.llm.http.client import http_client
from workbench.llm.protocol import (
    ChatModel,
    ChatReply,
    ChatRequest,
    as_stream,
    first_item_timeout_s,
)
from workbench.llm.pydantic_ai.reasoning_tags import ReasoningBuffer
from workbench.llm.pydantic_ai.replies import FinishReason, SurrogateBuffer, reply_of, text_delta
from workbench.llm.pydantic_ai.translate import Call, OutputMode, translate
from workbench.logs import log

Events: TypeAlias = AsyncGenerator[ModelResponseStreamEvent | ModelResponse, None]

BYTES_A_TOKEN, CHARACTERS_A_TOKEN = 1_000, 64
"""Upper limits per token: a token sent as an event of its own takes 300 to 600 bytes."""


class PydanticModel(ChatModel):
    """One model of one vendor. Makes one attempt; `RetryingModel` retries."""

    def __init__(
        self,
        model: str,
        *,
        open_model: Callable[[httpx2.AsyncClient], Model],
        mapper: ErrorMapper,
        mode: OutputMode,
        strict: bool = False,
        ignored: frozenset[str] = frozenset(),
    ) -> None:
        self._model = model
        self._open_model = open_model
        self._opened: tuple[httpx2.AsyncClient, Model] | None = None
        self._mapper = mapper
        self._mode = mode
        self._strict = strict
        self._ignored = ignored

    @property
    def name(self) -> str:
        """``provider:model``."""
        return f"{self._mapper.provider}:{self._model}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"

    def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """Yield the vendor's reply, in pieces or whole as requested."""
        return self._in_pieces(request) if request.streamed else self._whole(request)

    async def _whole(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """Yield the text, then the reply; raise a ProviderError if it is late or incomplete."""
        started, call = time.perf_counter(), self._translate(request)
        until = asyncio.get_running_loop().time() + first_item_timeout_s(request)
        async with http_client(_most_bytes(request)) as http:
            pending = model_request(
                self._vendor_model(http),
                call.messages,
                model_settings=call.settings,
                model_request_parameters=call.parameters,
            )
            response = await attempt(pending, self._mapper, until)
        reply = self._reply(response, call, started)
        if len(reply.text) > _most_characters(request):
            raise self._mapper.error_of_failure(TOO_LONG)
        for item in as_stream(reply):
            yield item

    async def _in_pieces(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """Yield pieces, then the reply, which is partial if the stream breaks off after a piece."""
        started, call = time.perf_counter(), self._translate(request)
        now = asyncio.get_running_loop().time()
        begin, end = now + first_item_timeout_s(request), now + request.deadline_s
        buffered = call.mode == "prompted"  # a Markdown fence is stripped from the whole text
        streamed = _StreamedText(self._mapper, _most_characters(request))
        reply: ChatReply | None = None

        def until() -> float:
            return end if streamed.has_output and not buffered else begin

        async with (
            http_client(_most_bytes(request)) as http,
            aclosing(_events(self._vendor_model(http), call)) as events,
        ):
            try:
                async for event in self._until_deadline(until, events):
                    if isinstance(event, ModelResponse):
                        reply = self._reply(event, call, started)
                    elif piece := streamed.feed(text_delta(event, call.mode)):
                        if not buffered:
                            yield piece
                        if streamed.is_full:
                            raise self._mapper.error_of_failure(TOO_LONG)
            except ProviderError as error:
                if buffered or not streamed.has_begun:
                    raise
                log.warning("stream_cut", model=self.name, reason=error.message)
        rest = streamed.rest(reply.finish_reason if reply else None)
        reply = reply or self._partial(streamed.text + rest, started)
        if last := reply.text if buffered or not streamed.has_begun else rest:
            yield last
        yield reply

    async def _until_deadline(self, until: Callable[[], float], events: Events) -> Events:
        """Yield events; raise a ProviderError at the deadline.

        The deadline covers each wait and never a `yield`, where it would cancel the caller.
        """
        while True:
            event = await attempt(anext(events, None), self._mapper, until())
            if event is None:
                return
            yield event

    def _vendor_model(self, http: httpx2.AsyncClient) -> Model:
        """Return the vendor's model over an HTTP client, opened once for the calls of a loop.

        OpenAI's SDK starts a thread in the first call of each client that it is given.
        """
        opened = self._opened
        if opened is None or opened[0] is not http:
            opened = self._opened = http, self._open_model(http)
        return opened[1]

    def _translate(self, request: ChatRequest) -> Call:
        return translate(request, mode=self._mode, strict=self._strict, ignored=self._ignored)

    def _reply(self, response: ModelResponse, call: Call, started: float) -> ChatReply:
        """Read the reply; one without text is an error, unless it was refused or filtered."""
        try:
            reply = reply_of(response, mode=call.mode, model=self.name, ms=_ms_since(started))
        except Exception as raised:  # the SDKs do not validate the types they declare
            raise self._mapper.error_of_exception(raised) from None
        text = _redact(self._mapper, reply.text, reply.finish_reason)
        reply = reply.model_copy(update={"text": text})
        if reply.text.strip() or reply.finish_reason in {"refusal", "filtered"}:
            return reply
        raise self._mapper.error_of_failure(NO_ROOM if reply.finish_reason == "length" else NO_TEXT)

    def _partial(self, text: str, started: float) -> ChatReply:
        return ChatReply(text=text, finish_reason=None, model=self.name, ms=_ms_since(started))


class _StreamedText:
    """Filters a reply's pieces: strips reasoning, joins split characters and redacts the key."""

    def __init__(self, mapper: ErrorMapper, room: int) -> None:
        self._mapper = mapper
        self._room = room
        self._pieces, self._reasoning, self._redacted = (
            SurrogateBuffer(),
            ReasoningBuffer(),
            mapper.buffer(),
        )
        self._shown = list[str]()

    @property
    def text(self) -> str:
        """All text shown so far."""
        return "".join(self._shown)

    @property
    def has_begun(self) -> bool:
        """Whether any text was shown."""
        return bool(self._shown)

    @property
    def has_output(self) -> bool:
        """Whether the model sent any text or reasoning."""
        return self.has_begun or self._reasoning.has_reasoning

    @property
    def is_full(self) -> bool:
        """Whether the character limit is reached."""
        return self._room <= 0

    def feed(self, piece: str) -> str:
        """Add a piece; return the text that may be shown now."""
        text = self._reasoning.feed(self._pieces.feed(piece))
        shown = self._redacted.feed(text)[: self._room]
        self._room -= len(shown)
        if shown:
            self._shown.append(shown)
        return shown

    def rest(self, finish: FinishReason | None) -> str:
        """The text still buffered at the end of the stream."""
        return _redact(self._mapper, self._redacted.held, finish)


def _redact(mapper: ErrorMapper, text: str, finish: FinishReason | None) -> str:
    """Redact the key, also where an unfinished text was cut off in the middle of it."""
    return mapper.redact_key(text) if finish == "stop" else mapper.redact_cut_key(text)


async def _events(model: Model, call: Call) -> Events:
    """Yield the vendor's events, then its response."""
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
