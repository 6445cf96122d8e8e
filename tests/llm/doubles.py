"""Models without a provider, for the wrappers around them."""

import asyncio
from collections.abc import AsyncIterator
from typing import TypeAlias

from workbench.errors import ProviderError
from workbench.llm.protocol import ChatModel, ChatReply, ChatRequest

Item: TypeAlias = str | ChatReply | Exception | float
"""A piece, the reply, a failure, or a pause in seconds."""

GOOD = ChatReply(text="Good.", finish_reason="stop", model="test:model")
BROKEN_OFF = ChatReply(text="Half", finish_reason=None, model="test:model")


def failure(*, retryable: bool = True, retry_after: float | None = None) -> ProviderError:
    """A provider's failure that may pass, or not."""
    return ProviderError(
        "Down.", provider="test", hint="Wait.", retryable=retryable, retry_after=retry_after
    )


class Sequence(ChatModel):
    """A model that goes through a list of tries, the last one again and again."""

    def __init__(self, *tries: list[Item], name: str = "test:model") -> None:
        self.tries = list(tries)
        self._name = name
        self.requests: list[ChatRequest] = []
        self.running = 0
        self.most_at_once = 0

    async def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        self.requests.append(request)
        self.running += 1
        self.most_at_once = max(self.most_at_once, self.running)
        try:
            for item in self.tries.pop(0) if len(self.tries) > 1 else self.tries[0]:
                if isinstance(item, Exception):
                    raise item
                if isinstance(item, float):
                    await asyncio.sleep(item)
                else:
                    await asyncio.sleep(0)
                    yield item
        finally:
            self.running -= 1

    @property
    def name(self) -> str:
        return self._name

    @property
    def asked(self) -> int:
        """How often it was asked."""
        return len(self.requests)

    @property
    def deadlines(self) -> list[float]:
        """What each try was given, in seconds."""
        return [request.deadline_s for request in self.requests]
