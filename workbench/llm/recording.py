"""Everything a run asked of its models, recorded by a ChatModel around another."""

import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from workbench.domain.run import ModelExchange, ModelUse, Usage
from workbench.llm.prices import price_usd
from workbench.llm.protocol import ChatModel, ChatReply, ChatRequest
from workbench.llm.streams import closing


@dataclass
class Recording:
    """One run's exchanges and what they used, in the order of their ends."""

    exchanges: list[ModelExchange] = field(default_factory=list)
    uses: list[ModelUse] = field(default_factory=list)

    @property
    def usage(self) -> Usage:
        """What all calls used; the price is None where that of any call is unknown."""
        prices = [use.price_usd for use in self.uses]
        known = [price for price in prices if price is not None]
        return Usage(
            calls=tuple(self.uses),
            input_tokens=sum(use.input_tokens for use in self.uses),
            output_tokens=sum(use.output_tokens for use in self.uses),
            price_usd=sum(known) if len(known) == len(prices) else None,
        )

    def add(self, request: ChatRequest, reply: ChatReply) -> None:
        """Record one exchange; a failed one has no reply and is the stage's error instead."""
        self.exchanges.append(
            ModelExchange(
                role=request.role,
                model=reply.model,
                request=request.model_dump(mode="json"),
                reply=reply.text,
                finish_reason=reply.finish_reason,
            )
        )
        self.uses.append(
            ModelUse(
                role=request.role,
                model=reply.model,
                input_tokens=reply.input_tokens,
                output_tokens=reply.output_tokens,
                ms=reply.ms,
                price_usd=price_usd(
                    reply.model, input_tokens=reply.input_tokens, output_tokens=reply.output_tokens
                ),
            )
        )


class RecordingModel:
    """Records what passes between a run and a model; outermost, so that retries count once."""

    def __init__(self, model: ChatModel, recording: Recording) -> None:
        self._model = model
        self._recording = recording

    @property
    def name(self) -> str:
        """The wrapped model's name."""
        return self._model.name

    async def complete(self, request: ChatRequest) -> ChatReply:
        """The wrapped model's reply."""
        reply = await self._model.complete(request)
        self._recording.add(request, reply)
        return reply

    async def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """The wrapped model's stream; what was said before a stop is recorded too."""
        started = time.perf_counter()
        said: list[str] = []
        reply: ChatReply | None = None
        try:
            async with closing(self._model.stream(request)) as items:
                async for item in items:
                    if isinstance(item, ChatReply):
                        reply = item
                    else:
                        said.append(item)
                    yield item
        finally:
            if reply or said:
                ms = (time.perf_counter() - started) * 1000
                stopped = ChatReply(text="".join(said), finish_reason=None, model=self.name, ms=ms)
                self._recording.add(request, reply or stopped)
