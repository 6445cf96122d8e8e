"""Apply one deadline to all calls of a role in a run, in addition to each call's own."""

import time
from collections.abc import AsyncIterator, Callable

from workbench.errors import ProviderError
from workbench.i18n.errors import localized
from workbench.llm.protocol import ChatModel, ChatReply, ChatRequest, WrapperModel, with_deadline

LEAST_S = 0.05
"""Seconds; with less time left no provider is called: a TLS handshake takes about as long."""


class DeadlineModel(WrapperModel):
    """Limits each call to the time that its role has left in the run."""

    def __init__(self, model: ChatModel, until: Callable[[], float]) -> None:
        """Wrap a model; ``until`` returns the current deadline on the monotonic clock."""
        super().__init__(model)
        self._until = until

    def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """The wrapped model's stream, within the time left."""
        until = self._until()
        require_time(until, self.name)
        return self._model.stream(
            with_deadline(request, min(until, time.monotonic() + request.deadline_s))
        )


def require_time(until: float, model: str) -> None:
    """Raise a ProviderError if too little time is left to call a model."""
    if until - time.monotonic() < LEAST_S:
        provider = model.partition(":")[0]
        raise ProviderError(**localized("llm.run_is_due"), provider=provider, retryable=True)
