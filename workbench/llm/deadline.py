"""One deadline for all calls of a run, whatever each of them was given."""

import time
from collections.abc import AsyncIterator

from workbench.errors import ProviderError
from workbench.i18n.errors import localized
from workbench.llm.protocol import ChatModel, ChatReply, ChatRequest, with_deadline
from workbench.llm.streams import closing

LEAST_S = 0.05
"""With less than this left no provider is asked."""


class DeadlineModel:
    """Gives no call more time than the run has left."""

    def __init__(self, model: ChatModel, until: float) -> None:
        self._model = model
        self._until = until

    @property
    def name(self) -> str:
        """The wrapped model's name."""
        return self._model.name

    async def complete(self, request: ChatRequest) -> ChatReply:
        """The wrapped model's reply, in time."""
        return await self._model.complete(self._in_time(request))

    async def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """The wrapped model's stream, in time."""
        async with closing(self._model.stream(self._in_time(request))) as items:
            async for item in items:
                yield item

    def _in_time(self, request: ChatRequest) -> ChatRequest:
        require_time(self._until, self.name)
        return with_deadline(request, min(self._until, time.monotonic() + request.deadline_s))


def require_time(until: float, model: str) -> None:
    """Raises a ProviderError where the run has no time left to ask a model."""
    if until - time.monotonic() < LEAST_S:
        provider = model.partition(":")[0]
        raise ProviderError(**localized("llm.run_is_due"), provider=provider, retryable=True)
