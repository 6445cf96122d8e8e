"""A ChatModel behind its provider's line."""

import time
from collections.abc import AsyncIterator

from workbench.llm.breaker import CircuitBreaker
from workbench.llm.concurrency import ConcurrencyLimiter
from workbench.llm.protocol import (
    ChatModel,
    ChatReply,
    ChatRequest,
    WrapperModel,
    begins_within_s,
    with_deadline,
)
from workbench.llm.semaphore import FairSemaphore
from workbench.llm.streams import closing


class GuardedModel(WrapperModel):
    """Refuses at once what is known to fail, and waits in line with the rest."""

    def __init__(self, model: ChatModel, slots: FairSemaphore, breaker: CircuitBreaker) -> None:
        super().__init__(model)
        self._line = ConcurrencyLimiter(model.name, slots, breaker)

    async def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """The wrapped model's stream, once there is a free slot."""
        until = time.monotonic() + request.deadline_s
        async with (
            self._line.permit(begins_within_s(request)) as turn,
            closing(self._model.stream(with_deadline(request, until))) as items,
        ):
            async for item in items:
                if isinstance(item, ChatReply):
                    turn.is_whole = item.finish_reason is not None
                yield item
