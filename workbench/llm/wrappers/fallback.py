"""Fall back to the next model when one fails before its stream begins."""

import time
from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial

from workbench.errors import BudgetError, ProviderError
from workbench.i18n.errors import added_sentences
from workbench.llm.protocol import ChatModel, ChatReply, ChatRequest, with_deadline
from workbench.llm.streams import prefetch_first
from workbench.logs import log


class FallbackModel(ChatModel):
    """Calls the models in order until one replies; ``ChatReply.model`` names that model.

    The time left is divided equally among the remaining models, so that a model that hangs leaves
    time for the next. Each share is passed on as ``begin_by`` rather than enforced here, so that a
    timeout is the model's own failure and counts for its circuit breaker.
    """

    def __init__(self, models: Sequence[ChatModel]) -> None:
        self._models = tuple(models)

    @property
    def name(self) -> str:
        """The first model's name."""
        return self._models[0].name

    def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """The stream of the first model that starts one; it may then use all of the time left."""
        return prefetch_first(partial(self._start, request))

    async def _start(
        self, request: ChatRequest
    ) -> tuple[str | ChatReply, AsyncIterator[str | ChatReply]]:
        end = time.monotonic() + request.deadline_s
        failures: list[ProviderError] = []
        for model, begin_by in self._in_turn(request):
            timed = with_deadline(request, end).model_copy(update={"begin_by": begin_by})
            items = model.stream(timed)
            try:
                return await anext(items), items
            except BudgetError:
                raise
            except ProviderError as error:
                log.warning("model_failed", model=model.name, reason=error.message)
                failures.append(error)
        raise self._all_failed(failures)

    def _in_turn(self, request: ChatRequest) -> Iterator[tuple[ChatModel, float]]:
        """Yield each model with the deadline of its first item."""
        end = time.monotonic() + request.deadline_s
        for number, model in enumerate(self._models):
            now = time.monotonic()
            if number == 0 or now < end:
                yield model, now + (end - now) / (len(self._models) - number)

    def _all_failed(self, failures: Sequence[ProviderError]) -> ProviderError:
        """The first model's error, with the names of the fallbacks that failed too."""
        first = failures[0]
        others = ", ".join(model.name for model in self._models[1 : len(failures)])
        more = {"others": others} if others else {}
        return ProviderError(
            " ".join([first.message, *added_sentences("llm", **more)]),
            code=first.code,
            words={**first.words, **more},
            provider=first.provider,
            hint=first.hint,
            retryable=any(failure.retryable for failure in failures),
            retry_after=first.retry_after,
            original=first.original,
        )
