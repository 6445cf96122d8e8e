"""Record every attempt of a run's model calls with a wrapping ChatModel."""

import json
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, cast

from workbench.domain.base import text_hash
from workbench.domain.evidence import StageError
from workbench.domain.run import ModelExchange, ModelUse, Usage, WireRecord, usage_of
from workbench.errors import ProviderError
from workbench.i18n.errors import localized
from workbench.llm.http.trace import HttpTrace, tracing
from workbench.llm.prices import price_usd
from workbench.llm.protocol import (
    PROMPT_EDITION,
    ChatModel,
    ChatReply,
    ChatRequest,
    WrapperModel,
    hashed_json,
    request_json,
)
from workbench.llm.redaction.redact import Secrets
from workbench.llm.redaction.redact_stream import redact_stream_body
from workbench.llm.streams import closing


@dataclass
class Recording:
    """The exchanges of one run and their usage, in the order of completion."""

    secrets: Secrets = field(default_factory=Secrets)
    """Redacted from every recorded text."""
    exchanges: list[ModelExchange] = field(default_factory=list)
    uses: list[ModelUse] = field(default_factory=list)

    @property
    def usage(self) -> Usage:
        """Total usage; the price is None if that of any call is unknown."""
        return usage_of(self.uses)

    @property
    def last_models(self) -> dict[str, str]:
        """The model of the last reply in each role."""
        return {use.role: use.model for use in self.uses}

    @property
    def replays_edition_0(self) -> bool:
        """True if an answer is a recorded reply to the first edition of the prompts."""
        return any(one.role == "answer" and one.prompt_edition == 0 for one in self.exchanges)

    def add(
        self,
        request: ChatRequest,
        outcome: ChatReply | StageError,
        *,
        model: str,
        asked: str = "",
        ms: float = 0.0,
        wire: WireRecord | None = None,
        prompt_edition: int = PROMPT_EDITION,
    ) -> None:
        """Record one attempt with its reply or its error."""
        reply = outcome if isinstance(outcome, ChatReply) else None
        sent = request_json(request)
        hashed = hashed_json(sent)
        self.exchanges.append(
            ModelExchange(
                role=request.role,
                model=reply.model if reply else model,
                asked=asked or model,
                request=self._redacted_request(sent, hashed),
                request_hash=text_hash(hashed),
                prompt_edition=prompt_edition,
                reply=self.secrets.hide(reply.text) if reply else "",
                finish_reason=reply.finish_reason if reply else None,
                input_tokens=reply.input_tokens if reply else 0,
                output_tokens=reply.output_tokens if reply else 0,
                ms=reply.ms if reply else ms,
                cached=reply.cached if reply else False,
                error=outcome if isinstance(outcome, StageError) else None,
                wire=self._redacted_wire(wire, reply) if wire else None,
            )
        )
        if reply:
            self.uses.append(_use(request, reply))

    def _redacted_request(self, request: dict[str, Any], hashed: str) -> dict[str, Any]:
        """Redact a request; ``hashed`` has all of its texts, so that most need no second dump."""
        if self.secrets.hide(hashed) == hashed:
            return request
        redacted = self.secrets.hide(json.dumps(request, ensure_ascii=False))
        return cast(dict[str, Any], json.loads(redacted))

    def _redacted_wire(self, wire: WireRecord, reply: ChatReply | None) -> WireRecord:
        is_whole = reply is not None and reply.is_whole and not wire.left_out
        hide = self.secrets.hide
        return wire.model_copy(
            update={
                "url": hide(wire.url),
                "request": hide(wire.request),
                "reply": redact_stream_body(
                    wire.reply, hide if is_whole else self.secrets.hide_cut
                ),
            }
        )


class RecordingModel(WrapperModel):
    """Records each call of the wrapped model as one attempt; retries wrap this model."""

    def __init__(self, model: ChatModel, recording: Recording, *, asked: str = "") -> None:
        super().__init__(model)
        self._recording = recording
        self._asked = asked

    async def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """The wrapped model's stream; the text streamed before a cancellation is recorded too."""
        with self._recorded(request) as attempt:
            async with closing(self._model.stream(request)) as items:
                while True:
                    with tracing(attempt.wire):
                        item = await anext(items, None)
                    if item is None:
                        return
                    attempt.take(item)
                    yield item

    @contextmanager
    def _recorded(self, request: ChatRequest) -> Iterator["_Attempt"]:
        attempt = _Attempt(self.name)
        try:
            yield attempt
        except ProviderError as error:
            attempt.failed(error)
            raise
        finally:
            self._recording.add(
                request,
                attempt.outcome,
                model=self.name,
                asked=self._asked,
                ms=attempt.ms,
                wire=attempt.wire.record(),
            )


@dataclass
class _Attempt:
    """The state of an attempt in progress."""

    model: str
    wire: HttpTrace = field(default_factory=HttpTrace)
    started: float = field(default_factory=time.perf_counter)
    streamed: list[str] = field(default_factory=list)
    reply: ChatReply | None = None
    error: StageError | None = None

    @property
    def ms(self) -> float:
        return (time.perf_counter() - self.started) * 1000

    @property
    def outcome(self) -> ChatReply | StageError:
        """The reply, the error, or a partial reply if the caller closed the stream."""
        if self.reply:
            return self.reply
        if self.streamed and not self.error:
            text = "".join(self.streamed)
            return ChatReply(text=text, finish_reason=None, model=self.model, ms=self.ms)
        return self.error or StageError(kind="Stopped", **localized("llm.stopped"))

    def take(self, item: str | ChatReply) -> None:
        if isinstance(item, ChatReply):
            self.reply = item
        else:
            self.streamed.append(item)

    def failed(self, error: ProviderError) -> None:
        self.error = StageError.of(error)


def _use(request: ChatRequest, reply: ChatReply) -> ModelUse:
    price = price_usd(
        reply.model, input_tokens=reply.input_tokens, output_tokens=reply.output_tokens
    )
    return ModelUse(
        role=request.role,
        model=reply.model,
        input_tokens=reply.input_tokens,
        output_tokens=reply.output_tokens,
        ms=reply.ms,
        price_usd=0.0 if reply.cached else price,
        cached=reply.cached,
    )
