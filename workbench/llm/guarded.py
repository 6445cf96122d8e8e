"""A ChatModel behind its provider's line: so many calls at once, and none while it is down."""

import math
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from workbench.errors import ProviderError
from workbench.language.errors import worded
from workbench.llm.breaker import Breaker, Entry
from workbench.llm.protocol import ChatModel, ChatReply, ChatRequest, due
from workbench.llm.slots import Slots
from workbench.llm.streams import closing


@dataclass
class _Turn:
    request: ChatRequest
    """With the time that is left after waiting in line."""
    reply: ChatReply | None = None


class GuardedModel:
    """Refuses at once what is known to fail, and waits in line with the rest."""

    def __init__(self, model: ChatModel, slots: Slots, breaker: Breaker) -> None:
        self._model = model
        self._slots = slots
        self._breaker = breaker

    @property
    def name(self) -> str:
        """The wrapped model's name."""
        return self._model.name

    async def complete(self, request: ChatRequest) -> ChatReply:
        """The wrapped model's reply, once there is a free slot."""
        async with self._turn(request) as turn:
            turn.reply = await self._model.complete(turn.request)
            return turn.reply

    async def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """The wrapped model's stream, once there is a free slot."""
        async with self._turn(request) as turn, closing(self._model.stream(turn.request)) as items:
            async for item in items:
                if isinstance(item, ChatReply):
                    turn.reply = item
                yield item

    @asynccontextmanager
    async def _turn(self, request: ChatRequest) -> AsyncIterator[_Turn]:
        if self._breaker.refuses:
            raise self._refused()
        until = time.monotonic() + request.deadline_s
        await self._wait(request.deadline_s)
        try:
            entry = self._breaker.enter()
            if entry is None:
                raise self._refused()
            async with self._reported(entry, _Turn(due(request, until))) as turn:
                yield turn
        finally:
            self._slots.release()

    @asynccontextmanager
    async def _reported(self, entry: Entry, turn: _Turn) -> AsyncIterator[_Turn]:
        """The breaker learns how the call ended."""
        try:
            yield turn
        except ProviderError as error:
            if error.retryable:
                self._breaker.failed(entry)
            else:
                self._breaker.succeeded()
            raise
        except BaseException:
            self._breaker.left(entry)
            raise
        if turn.reply is None or turn.reply.finish_reason is None:
            self._breaker.failed(entry)  # it broke off
        else:
            self._breaker.succeeded()

    async def _wait(self, within_s: float) -> None:
        try:
            await self._slots.acquire(within_s)
        except TimeoutError:
            raise ProviderError(
                **worded("llm.no_slot", limit=self._slots.size, provider=self._provider),
                provider=self._provider,
                retryable=True,
            ) from None

    def _refused(self) -> ProviderError:
        pause = self._breaker.pause_left_s
        told = worded(
            "llm.left_alone",
            model=self.name,
            failures=self._breaker.failures,
            pause=math.ceil(pause) or 1,
        )
        return ProviderError(
            **told,
            provider=self._provider,
            retryable=True,
            retry_after=pause,
        )

    @property
    def _provider(self) -> str:
        return self.name.partition(":")[0]
