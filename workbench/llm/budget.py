"""Spending limits for model calls: reserved before a call, settled after it."""

import threading
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from pydantic import Field

from workbench.domain.base import Value
from workbench.errors import BudgetError
from workbench.i18n.errors import localized
from workbench.llm.prices import price_usd
from workbench.llm.protocol import ChatModel, ChatReply, ChatRequest, WrapperModel
from workbench.llm.streams import closing

CHARACTERS_A_TOKEN = 3
"""An estimate until a reply states its tokens: English has about 4 characters each, Russian 2."""


PROBE = "trial"
"""In place of a role: calls that only probe a model. Stored in spending, so the word stays."""


class Spent(Value):
    """What calls cost together. Tokens of a call that was stopped or cut are estimated."""

    usd: float = 0.0
    tokens: int = 0
    calls: int = 0
    unpriced_calls: int = 0
    """Calls whose price is not known: they count in tokens alone."""

    def and_also(self, cost: "Cost") -> Self:
        """The same with one more call."""
        return self.model_copy(
            update={
                "usd": self.usd + (cost.usd or 0.0),
                "tokens": self.tokens + cost.tokens,
                "calls": self.calls + 1,
                "unpriced_calls": self.unpriced_calls + (cost.usd is None),
            }
        )


class Spending(Spent):
    """What a budget has seen so far; a limit of None is none."""

    by_role: Mapping[str, Spent] = Field(default_factory=dict)
    """The same by role; probes count under a word of their own. They add up to the whole."""
    usd_limit: float | None = None
    tokens_limit: int | None = None


@dataclass(frozen=True)
class Cost:
    """Of one call, expected or real; ``usd`` None where the price is not known."""

    tokens: int = 0
    usd: float | None = 0.0


class Budget:
    """Shared by the calls of a process or a session; safe between threads."""

    def __init__(self, *, usd: float | None = None, tokens: int | None = None) -> None:
        self._lock = threading.Lock()
        self._spent = Spending(usd_limit=usd, tokens_limit=tokens)
        self._set_aside_tokens = 0
        self._set_aside_usd = 0.0

    @property
    def spent(self) -> Spending:
        """What was spent, with the limits."""
        return self._spent

    def reserve(self, model: str, *, input_tokens: int, output_tokens: int = 0) -> Cost:
        """Set aside what a call may cost at most, so that calls at once cannot overspend together.

        Raises:
            BudgetError: the budget does not allow it.
        """
        if self._spent.usd_limit is None and self._spent.tokens_limit is None:
            return Cost()
        cost = cost_of(model, input_tokens, output_tokens)
        with self._lock:
            self._refuse_beyond(model, cost)
            self._set_aside_tokens += cost.tokens
            self._set_aside_usd += cost.usd or 0.0
        return cost

    def settle(self, reserved: Cost, spent: Cost | None, role: str) -> None:
        """Release what was set aside and count what was spent; None for a call without a reply."""
        with self._lock:
            self._set_aside_tokens -= reserved.tokens
            self._set_aside_usd -= reserved.usd or 0.0
            if spent is None:
                return
            roles = self._spent.by_role
            of_role = roles.get(role, Spent()).and_also(spent)
            self._spent = self._spent.and_also(spent).model_copy(
                update={"by_role": {**roles, role: of_role}}
            )

    def _refuse_beyond(self, model: str, cost: Cost) -> None:
        spent = self._spent
        tokens = spent.tokens + self._set_aside_tokens + cost.tokens
        if spent.tokens_limit is not None and tokens > spent.tokens_limit:
            raise BudgetError(
                **localized("llm.tokens_spent", limit=spent.tokens_limit, spent=spent.tokens),
                provider=model.partition(":")[0],
            )
        usd = spent.usd + self._set_aside_usd + (cost.usd or 0.0)
        if spent.usd_limit is not None and usd > spent.usd_limit:
            raise BudgetError(
                **localized("llm.usd_spent", limit=spent.usd_limit, spent=spent.usd),
                provider=model.partition(":")[0],
            )


class BudgetedModel(WrapperModel):
    """Asks only what the budget allows."""

    def __init__(self, model: ChatModel, budget: Budget, spends_as: str = "") -> None:
        """A model and what it may spend; ``spends_as`` stands in for the role of each request."""
        super().__init__(model)
        self._budget = budget
        self._spends_as = spends_as

    async def stream(self, request: ChatRequest) -> AsyncIterator[str | ChatReply]:
        """The wrapped model's stream; one left early counts with the text it had streamed."""
        reserved = self._reserved(request)
        said: list[str] = []
        spent: Cost | None = None
        try:
            async with closing(self._model.stream(request)) as items:
                async for item in items:
                    if isinstance(item, ChatReply):
                        spent = _cost(request, item)
                    else:
                        said.append(item)
                    yield item
        finally:
            if spent is None and said:
                left = ChatReply(text="".join(said), finish_reason=None, model=self.name)
                spent = _cost(request, left)
            self._budget.settle(reserved, spent, self._spends_as or request.role)

    def _reserved(self, request: ChatRequest) -> Cost:
        return self._budget.reserve(
            self.name, input_tokens=_tokens_of(request), output_tokens=request.max_tokens
        )


def _cost(request: ChatRequest, reply: ChatReply) -> Cost:
    """What a reply cost; a guess at its tokens where it broke off before it said."""
    if reply.input_tokens or reply.output_tokens:
        return cost_of(reply.model, reply.input_tokens, reply.output_tokens)
    return cost_of(reply.model, _tokens_of(request), len(reply.text) // CHARACTERS_A_TOKEN + 1)


def tokens_in(texts: Iterable[str]) -> int:
    """A guess at how many tokens texts have."""
    return sum(map(len, texts)) // CHARACTERS_A_TOKEN + 1


def cost_of(model: str, input_tokens: int, output_tokens: int = 0) -> Cost:
    """What so many tokens of a model cost."""
    usd = price_usd(model, input_tokens=input_tokens, output_tokens=output_tokens)
    return Cost(input_tokens + output_tokens, usd)


def _tokens_of(request: ChatRequest) -> int:
    texts = [request.system, *(message.text for message in request.messages)]
    if request.output_schema is not None:
        texts.append(str(request.output_schema))
    return tokens_in(texts)
