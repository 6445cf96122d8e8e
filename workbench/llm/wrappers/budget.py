"""Limit the cost of model calls: reserve an estimate before a call, settle it afterwards."""

import threading
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from pydantic import Field
from pydantic_core import to_json

from workbench.domain.base import Value
from workbench.errors import BudgetError
from workbench.i18n.errors import localized
from workbench.llm.prices import price_usd
from workbench.llm.protocol import ChatModel, ChatReply, ChatRequest, WrapperModel
from workbench.llm.streams import closing

CHARACTERS_A_TOKEN = 3
"""Estimated characters per token until a reply reports its usage: about 4 in English, 2 in
Russian."""

PROBE = "trial"
"""Recorded instead of a role for calls that probe a model. Stored data contains the value."""


class SpendingTotal(Value):
    """Total cost of a number of calls. Tokens of interrupted calls are estimated."""

    usd: float = 0.0
    tokens: int = 0
    calls: int = 0
    unpriced_calls: int = 0
    """Calls without a known price: only their tokens are counted."""

    def plus(self, cost: "Cost") -> Self:
        """Return the total with one more call added."""
        return self.model_copy(
            update={
                "usd": self.usd + (cost.usd or 0.0),
                "tokens": self.tokens + cost.tokens,
                "calls": self.calls + 1,
                "unpriced_calls": self.unpriced_calls + (cost.usd is None),
            }
        )


class Spending(SpendingTotal):
    """Spending so far and its limits; None means unlimited."""

    by_role: Mapping[str, SpendingTotal] = Field(default_factory=dict)
    """Spending by role, with ``PROBE`` as a role of its own; the parts add up to the total."""
    usd_limit: float | None = None
    tokens_limit: int | None = None


@dataclass(frozen=True)
class Cost:
    """Cost of one call, estimated or actual; ``usd`` is None if the price is unknown."""

    tokens: int = 0
    usd: float | None = 0.0


class Budget:
    """A spending limit shared by all calls of a process or session. Thread-safe."""

    def __init__(self, *, usd: float | None = None, tokens: int | None = None) -> None:
        self._lock = threading.Lock()
        self._spent = Spending(usd_limit=usd, tokens_limit=tokens)
        self._reserved_tokens = 0
        self._reserved_usd = 0.0

    @property
    def spent(self) -> Spending:
        """Spending so far, with the limits."""
        return self._spent

    def reserve(self, model: str, *, input_tokens: int, output_tokens: int = 0) -> Cost:
        """Reserve the maximum cost of a call, so that concurrent calls cannot exceed the limit.

        Raises:
            BudgetError: the reservation would exceed a limit.
        """
        if self._spent.usd_limit is None and self._spent.tokens_limit is None:
            return Cost()
        cost = cost_of(model, input_tokens, output_tokens)
        with self._lock:
            self._check_limits(model, cost)
            self._reserved_tokens += cost.tokens
            self._reserved_usd += cost.usd or 0.0
        return cost

    def settle(self, reserved: Cost, spent: Cost | None, role: str) -> None:
        """Release a reservation and count the actual cost; None for a call without a reply."""
        with self._lock:
            self._reserved_tokens -= reserved.tokens
            self._reserved_usd -= reserved.usd or 0.0
            if spent is None:
                return
            roles = self._spent.by_role
            of_role = roles.get(role, SpendingTotal()).plus(spent)
            self._spent = self._spent.plus(spent).model_copy(
                update={"by_role": {**roles, role: of_role}}
            )

    def _check_limits(self, model: str, cost: Cost) -> None:
        spent = self._spent
        tokens = spent.tokens + self._reserved_tokens + cost.tokens
        if spent.tokens_limit is not None and tokens > spent.tokens_limit:
            raise BudgetError(
                **localized("llm.tokens_spent", limit=spent.tokens_limit, spent=spent.tokens),
                provider=model.partition(":")[0],
            )
        usd = spent.usd + self._reserved_usd + (cost.usd or 0.0)
        if spent.usd_limit is not None and usd > spent.usd_limit:
            raise BudgetError(
                **localized("llm.usd_spent", limit=spent.usd_limit, spent=spent.usd),
                provider=model.partition(":")[0],
            )


class BudgetedModel(WrapperModel):
    """Calls the wrapped model only if the budget allows the call."""

    def __init__(self, model: ChatModel, budget: Budget, spends_as: str = "") -> None:
        """Wrap a model; ``spends_as`` overrides the role that spending is recorded under."""
        super().__init__(model)
        self._budget = budget
        self._spends_as = spends_as

    async def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """The wrapped model's stream; a stream closed early is charged for the text it sent."""
        reserved = self._reserve(request)
        streamed: list[str] = []
        spent: Cost | None = None
        try:
            async with closing(self._model.stream(request)) as items:
                async for item in items:
                    if isinstance(item, ChatReply):
                        spent = _cost(request, item)
                    else:
                        streamed.append(item)
                    yield item
        finally:
            if spent is None and streamed:
                partial = ChatReply(text="".join(streamed), finish_reason=None, model=self.name)
                spent = _cost(request, partial)
            self._budget.settle(reserved, spent, self._spends_as or request.role)

    def _reserve(self, request: ChatRequest) -> Cost:
        return self._budget.reserve(
            self.name, input_tokens=_tokens_of(request), output_tokens=request.max_tokens
        )


def _cost(request: ChatRequest, reply: ChatReply) -> Cost:
    """Cost of a reply; its tokens are estimated if it broke off before reporting usage."""
    if reply.input_tokens or reply.output_tokens:
        return cost_of(reply.model, reply.input_tokens, reply.output_tokens)
    return cost_of(reply.model, _tokens_of(request), len(reply.text) // CHARACTERS_A_TOKEN + 1)


def tokens_in(texts: Iterable[str]) -> int:
    """Estimate the number of tokens in texts."""
    return sum(map(len, texts)) // CHARACTERS_A_TOKEN + 1


def cost_of(model: str, input_tokens: int, output_tokens: int = 0) -> Cost:
    """Cost of a number of tokens of a model."""
    usd = price_usd(model, input_tokens=input_tokens, output_tokens=output_tokens)
    return Cost(input_tokens + output_tokens, usd)


def _tokens_of(request: ChatRequest) -> int:
    texts = [request.system, *(message.text for message in request.messages)]
    if request.output_schema is not None:
        texts.append(to_json(request.output_schema).decode())
    return tokens_in(texts)
