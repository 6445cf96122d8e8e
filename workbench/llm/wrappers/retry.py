"""Retries: the policy, and the ChatModel wrapper that applies it. Nothing else retries.

Tenacity is imported for the first model: it takes 14 ms.
"""

import time
from collections.abc import AsyncIterator
from functools import partial
from typing import TYPE_CHECKING

from workbench.errors import ProviderError
from workbench.llm.protocol import (
    ChatModel,
    ChatReply,
    ChatRequest,
    WrapperModel,
    first_item_timeout_s,
    with_deadline,
)
from workbench.llm.streams import prefetch_first

if TYPE_CHECKING:
    from tenacity import AsyncRetrying, RetryCallState

TRIES = 3
"""Calls in all, the first one included."""


class RetryPolicy:
    """Retries retryable failures with exponential backoff and jitter, within the deadline.

    A provider's Retry-After is honoured; if it exceeds the deadline, the failure is raised at once.
    """

    def __init__(self, tries: int = TRIES, pause_s: float = 0.5) -> None:
        from tenacity import wait_random_exponential

        self._tries = tries
        self._jitter = wait_random_exponential(multiplier=pause_s, max=4 * pause_s)

    def attempts(self, within_s: float) -> "AsyncRetrying":
        """The attempts of one call; the last failure is raised unchanged."""
        from tenacity import (
            AsyncRetrying,
            retry_if_exception,
            stop_after_attempt,
            stop_before_delay,
        )

        return AsyncRetrying(
            retry=retry_if_exception(_is_retryable),
            stop=stop_after_attempt(self._tries) | stop_before_delay(within_s),
            wait=self._pause,
            reraise=True,
        )

    def _pause(self, state: "RetryCallState") -> float:
        failure = state.outcome.exception() if state.outcome else None
        retry_after = failure.retry_after if isinstance(failure, ProviderError) else None
        return (retry_after or 0.0) + self._jitter(state)


class RetryingModel(WrapperModel):
    """Retries a stream that fails before its first item, and never after it."""

    def __init__(self, model: ChatModel, *, tries: int = TRIES, pause_s: float = 0.5) -> None:
        super().__init__(model)
        self._policy = RetryPolicy(tries, pause_s)

    def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """The stream of the first attempt that yields an item."""
        return prefetch_first(partial(self._start, request))

    async def _start(
        self, request: ChatRequest
    ) -> tuple[str | ChatReply, AsyncIterator[str | ChatReply]]:
        until = time.monotonic() + request.deadline_s
        async for attempt in self._policy.attempts(first_item_timeout_s(request)):
            with attempt:
                items = self._model.stream(with_deadline(request, until))
                return await anext(items), items
        raise AssertionError("tenacity raises the last failure")


def _is_retryable(failure: BaseException) -> bool:
    return isinstance(failure, ProviderError) and failure.retryable
