"""One deadline for all calls of a run, whatever each of them was given."""

import time
from collections.abc import AsyncIterator

from workbench.errors import ProviderError
from workbench.i18n.errors import localized
from workbench.llm.protocol import ChatModel, ChatReply, ChatRequest, WrapperModel, with_deadline

LEAST_S = 0.05
"""With less than this left no provider is asked."""


class DeadlineModel(WrapperModel):
    """Gives no call more time than the run has left."""

    def __init__(self, model: ChatModel, until: float) -> None:
        super().__init__(model)
        self._until = until

    def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """The wrapped model's stream, within the time that the run has left."""
        require_time(self._until, self.name)
        until = min(self._until, time.monotonic() + request.deadline_s)
        return self._model.stream(with_deadline(request, until))


def require_time(until: float, model: str) -> None:
    """Raises a ProviderError where the run has no time left to ask a model."""
    if until - time.monotonic() < LEAST_S:
        provider = model.partition(":")[0]
        raise ProviderError(**localized("llm.run_is_due"), provider=provider, retryable=True)
