"""One deadline for all calls of a role in a run, whatever each call asks for."""

import time
from collections.abc import AsyncIterator, Callable

from workbench.errors import ProviderError
from workbench.i18n.errors import localized
from workbench.llm.protocol import ChatModel, ChatReply, ChatRequest, WrapperModel, with_deadline

LEAST_S = 0.05
"""Below this, no provider is called: a TLS handshake alone takes about as long."""


class DeadlineModel(WrapperModel):
    """Gives no call more time than the role has left in its run."""

    def __init__(self, model: ChatModel, until: Callable[[], float]) -> None:
        """Wrap a model; ``until`` says, at each call, when the time is over (monotonic clock)."""
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
    """Raise a ProviderError where too little time is left to call a model."""
    if until - time.monotonic() < LEAST_S:
        provider = model.partition(":")[0]
        raise ProviderError(**localized("llm.run_is_due"), provider=provider, retryable=True)
