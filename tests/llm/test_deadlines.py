"""ANSWER_DEADLINE_S holds for the answer, its fallbacks, its rewriting and its judge together."""

import pytest

from tests.llm.conftest import Open
from tests.llm.vendors import VENDORS
from tests.modelserver.answers import drip, hang, say, stall
from tests.modelserver.exchange import Answer, Received
from tests.modelserver.insurance_model import ANSWER, PLAN, QUESTION, wants_plan
from tests.modelserver.server import ModelServer
from workbench import Workbench
from workbench.domain.answer import AskOptions
from workbench.domain.run import Run
from workbench.domain.run_events import RunFinished

DEADLINE_S = 1.0
REQUIRED = AskOptions(require_grounding=True)


def seconds(run: Run) -> float:
    """What all calls for the answer and its verdict took together."""
    return sum(one.ms for one in run.exchanges if one.role in {"answer", "judge"}) / 1000


async def streamed(bench: Workbench, options: AskOptions | None = None) -> Run:
    """The run of the insurer's question, asked as a screen asks it."""
    *_, last = [
        event async for event in bench.stream(QUESTION, workspace="insurance", options=options)
    ]
    assert isinstance(last, RunFinished)
    return last.run


def asks(request: Received, name: str) -> bool:
    """Whether a request is for the model of that name; Gemini's stands in the path."""
    return name in f"{request.path} {request.body.get('model', '')}"


async def test_a_stalled_stream_is_not_rewritten_past_the_deadline(
    server: ModelServer, opened: Open
) -> None:
    server.choose(lambda request: say(PLAN) if wants_plan(request) else stall)
    for name in VENDORS:
        bench = opened(planner_model=name, answer_model=name, answer_deadline_s=DEADLINE_S)
        run = await streamed(bench, REQUIRED)
        assert run.answer
        assert run.answer.partial, name
        assert seconds(run) < DEADLINE_S + 1, name


@pytest.mark.parametrize("second", [hang, stall])
async def test_the_fallbacks_share_the_deadline(
    server: ModelServer, opened: Open, second: Answer
) -> None:
    def answer(request: Received) -> Answer:
        if wants_plan(request):
            return say(PLAN)
        return hang if asks(request, "gpt-4o") else second

    server.choose(answer)
    bench = opened(answer_fallbacks=VENDORS[1:], answer_deadline_s=DEADLINE_S)
    run = await streamed(bench, REQUIRED)
    assert seconds(run) < DEADLINE_S + 1
    assert run.answer
    assert run.answer.partial == (second is stall)


async def test_a_slow_judge_has_what_the_answer_left(server: ModelServer, opened: Open) -> None:
    def answer(request: Received) -> Answer:
        return drip if asks(request, "slow") else say(PLAN if wants_plan(request) else ANSWER)

    server.choose(answer)
    for name in VENDORS:
        judge = f"{name}-slow"
        bench = opened(answer_model=name, judge_model=judge, answer_deadline_s=DEADLINE_S)
        run = await streamed(bench)
        assert run.diagnostics
        assert run.diagnostics.judge_error, name
        assert run.diagnostics.judge_error.kind == "ProviderError"
        assert seconds(run) < DEADLINE_S + 1, name
