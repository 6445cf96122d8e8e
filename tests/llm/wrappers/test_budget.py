"""A budget is kept to before a call is made, by all calls together."""

import asyncio

import pytest

from tests.llm.doubles import Sequence, failure
from tests.llm.vendors import ask
from workbench.errors import BudgetError, ProviderError
from workbench.llm.protocol import ChatReply
from workbench.llm.streams import closing
from workbench.llm.wrappers.budget import PROBE, Budget, BudgetedModel

MODEL = "openai:gpt-4o"
REPLY = ChatReply(
    text="Good.", finish_reason="stop", model=MODEL, input_tokens=100, output_tokens=50
)
PRICE = 100 * 2.5e-6 + 50 * 10e-6


def test_nothing_is_refused_without_a_limit() -> None:
    budget = Budget()
    for _ in range(3):
        budget.settle(budget.reserve(MODEL, input_tokens=10, output_tokens=10**9), None, "answer")
    assert budget.spent.calls == 0


@pytest.mark.parametrize("stream", [False, True])
async def test_what_was_spent_is_counted(stream: bool) -> None:
    budget = Budget(tokens=10_000)
    model = BudgetedModel(Sequence(["Good.", REPLY], name=MODEL), budget)
    if stream:
        assert [item async for item in model.stream(ask())] == ["Good.", REPLY]
    else:
        assert await model.complete(ask()) == REPLY
    assert (budget.spent.tokens, budget.spent.calls) == (150, 1)
    assert budget.spent.usd == pytest.approx(PRICE)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("budget", "variable"),
    [(Budget(tokens=300), "BUDGET_TOKENS"), (Budget(usd=0.003), "BUDGET_USD")],
)
async def test_a_call_beyond_the_budget_is_not_made(
    budget: Budget, variable: str, stream: bool
) -> None:
    inner = Sequence(["Good.", REPLY], name=MODEL)
    model = BudgetedModel(inner, budget)
    with pytest.raises(BudgetError) as refused:  # 200 tokens of a reply fit once or twice
        for _ in range(5):
            if stream:
                [item async for item in model.stream(ask())]
            else:
                await model.complete(ask())
    assert inner.asked < 3
    assert variable in refused.value.hint
    assert not refused.value.retryable
    assert refused.value.kind == "BudgetError"


async def test_calls_at_once_do_not_overspend_together() -> None:
    budget = Budget(tokens=1000)
    inner = Sequence([0.02, REPLY], name=MODEL)
    model = BudgetedModel(inner, budget)
    done = await asyncio.gather(*(model.complete(ask()) for _ in range(20)), return_exceptions=True)
    assert any(isinstance(one, BudgetError) for one in done)
    assert 1 <= inner.asked <= 4
    assert budget.spent.tokens <= 1000


async def test_what_was_set_aside_comes_back() -> None:
    budget = Budget(tokens=230)
    model = BudgetedModel(Sequence([failure()], [REPLY], name=MODEL), budget)
    with pytest.raises(ProviderError, match="Down"):
        await model.complete(ask())
    assert await model.complete(ask()) == REPLY


async def test_a_stream_that_is_left_counts_what_it_said() -> None:
    budget = Budget(tokens=10_000)
    model = BudgetedModel(Sequence(["word " * 30, 5.0, REPLY], name=MODEL), budget)
    async with closing(model.stream(ask())) as items:
        await anext(items)
    assert budget.spent.tokens > 50
    assert budget.spent.calls == 1
    assert budget.spent.by_role["answer"].tokens == budget.spent.tokens, "its role has it too"


async def test_an_unknown_price_counts_in_tokens_alone() -> None:
    budget = Budget(usd=0.0001)
    reply = REPLY.model_copy(update={"model": "compatible:mine"})
    model = BudgetedModel(Sequence([reply], name="compatible:mine"), budget)
    for _ in range(3):
        await model.complete(ask())
    assert (budget.spent.usd, budget.spent.tokens) == (0.0, 450)
    assert budget.spent.unpriced_calls == 3


async def test_what_each_role_and_each_trial_spent_adds_up() -> None:
    budget = Budget()
    inner = Sequence([REPLY], name=MODEL)
    model, trial = BudgetedModel(inner, budget), BudgetedModel(inner, budget, PROBE)
    for role in ("planner", "answer", "answer"):
        await model.complete(ask(role=role))
    await trial.complete(ask())
    spent = budget.spent
    assert {role: one.calls for role, one in spent.by_role.items()} == {
        "planner": 1, "answer": 2, "trial": 1,
    }  # fmt: skip
    assert sum(one.tokens for one in spent.by_role.values()) == spent.tokens == 600
    assert sum(one.usd for one in spent.by_role.values()) == pytest.approx(spent.usd)
