"""A ChatModel behind its provider's line."""

import time
from collections.abc import AsyncIterator

from workbench.llm.breaker import Breaker
from workbench.llm.concurrency import Line
from workbench.llm.protocol import ChatModel, ChatReply, ChatRequest, begins_within_s, due
from workbench.llm.semaphore import Slots
from workbench.llm.streams import closing


class GuardedModel:
    """Refuses at once what is known to fail, and waits in line with the rest."""

    def __init__(self, model: ChatModel, slots: Slots, breaker: Breaker) -> None:
        self._model = model
        self._line = Line(model.name, slots, breaker)

    @property
    def name(self) -> str:
        """The wrapped model's name."""
        return self._model.name

    async def complete(self, request: ChatRequest) -> ChatReply:
        """The wrapped model's reply, once there is a free slot."""
        async with self._line.turn(request.deadline_s) as turn:
            reply = await self._model.complete(due(request, turn.until))
            turn.is_whole = reply.finish_reason is not None
            return reply

    async def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """The wrapped model's stream, once there is a free slot."""
        until = time.monotonic() + request.deadline_s
        async with (
            self._line.turn(begins_within_s(request)) as turn,
            closing(self._model.stream(due(request, until))) as items,
        ):
            async for item in items:
                if isinstance(item, ChatReply):
                    turn.is_whole = item.finish_reason is not None
                yield item
