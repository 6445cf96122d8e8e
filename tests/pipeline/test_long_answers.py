"""A long answer is checked beside the event loop, within a budget, whatever it repeats."""

import asyncio
import time
from collections.abc import Awaitable
from typing import TypeVar

import pytest

from workbench import Workbench
from workbench.checks.diagnostics.diagnose import CheckConfig
from workbench.domain import limits
from workbench.pipeline.check_text import check_text, given_sources

T = TypeVar("T")

LOOP = "the excess is $100 [Source 1]. "
MOST_S = 1.0
"""A stall that another caller would hardly notice; before, the loop stood still for minutes."""


async def watched(work: Awaitable[T]) -> tuple[T, float]:
    """What the work gives, and the longest time that another coroutine had to wait meanwhile."""
    longest = 0.0

    async def tick() -> None:
        nonlocal longest
        while True:
            before = time.monotonic()
            await asyncio.sleep(0.01)
            longest = max(longest, time.monotonic() - before - 0.01)

    ticker = asyncio.create_task(tick())
    try:
        return await work, longest
    finally:
        ticker.cancel()


@pytest.mark.timeout(60)
async def test_a_looping_text_holds_nobody_up() -> None:
    text = LOOP * (limits.ANSWER // len(LOOP))
    evidence = given_sources(["The windscreen excess is $100."])

    checked, longest = await watched(check_text(text, evidence, "en"))

    assert longest < MOST_S
    assert checked.claims


@pytest.mark.timeout(60)
async def test_a_looping_answer_of_a_run_holds_nobody_up(workbench: Workbench) -> None:
    asked = await workbench.ask("What is the windscreen excess?", workspace="insurance")
    assert asked.answer is not None
    looping = asked.answer.model_copy(update={"marked": LOOP * 1_000, "text": "", "citations": ()})

    fork, longest = await watched(workbench.fork(asked, "write", looping.model_dump(mode="json")))

    assert longest < MOST_S
    assert fork.diagnostics is not None
    assert fork.diagnostics.claims


async def test_what_the_budget_does_not_reach_is_not_checkable_and_says_so() -> None:
    text = "Glass costs $100. Wheels cost $200. Doors cost $300."
    evidence = given_sources(["Glass costs $100. Wheels cost $250. Doors cost $300."])

    checked = await check_text(text, evidence, "en", config=CheckConfig(budget_s=0))

    assert {claim.verdict for claim in checked.claims} == {"not_checkable"}
    assert all("the time limit for checks" in claim.reasons[0] for claim in checked.claims)
    assert checked.grounding.score is None
    assert checked.unverified == ()
