"""A model re-plans once when calls of its plan found nothing, over the OpenAI protocol."""

import asyncio
import json
from typing import Any

import pytest

from tests.modelserver.answers import say, status
from tests.modelserver.exchange import Received
from tests.modelserver.server import ModelServer
from workbench import Workbench
from workbench.domain.run import Run, RunStatus, Stage
from workbench.errors import StoreError
from workbench.tools.graph import GraphTool
from workbench.tools.protocol import ToolOutcome

QUESTION = "Чего удалось добиться на Урожае с Django?"
ANSWER = "Ночной расчёт занимает 1 час 50 минут [Source 1]."
ABSENT: dict[str, Any] = {
    "tool": "graph_query_tool",
    "args": {"intent": "PROJECT_ACHIEVEMENTS", "entity_id": "technology:django"},
}
FOUND: dict[str, Any] = {
    "tool": "graph_query_tool",
    "args": {"intent": "PROJECT_ACHIEVEMENTS", "entity_id": "project:harvest"},
}


def plan(*calls: dict[str, Any]) -> str:
    return json.dumps(
        {
            "intents": ["PROJECT_ACHIEVEMENTS"],
            "tool_calls": calls,
            "fallback": {"enabled": False},
            "confidence": 0.9,
        }
    )


async def ask(server: ModelServer, workbench: Workbench, *replies: Any) -> Run:
    server.queue(*replies)
    return await workbench.ask(QUESTION, workspace="portfolio")


def messages(request: Received) -> list[str]:
    return [message["content"] for message in request.body["messages"]]


async def test_a_call_in_vain_is_replaced_by_one_that_finds(
    server: ModelServer, modelled: Workbench
) -> None:
    run = await ask(server, modelled, say(plan(ABSENT)), say(plan(FOUND)), say(ANSWER))

    assert run.status is RunStatus.DONE
    assert run.plan is not None
    assert [call.args.subject_id for call in run.plan.tool_calls] == ["project:harvest"]
    assert [call.items for call in run.tool_calls] == [5]
    first, second = run.plan_attempts
    assert first.gaps == ()
    assert "technology:django" in second.gaps[0]
    assert second.reply == plan(FOUND)
    assert "модель дополнила план" in run.plan_reasons[-1]
    assert await modelled.runs.get(run.id) == run

    asked = messages(server.requests[1])
    assert asked[-2] == plan(ABSENT)
    assert "technology:django" in asked[-1]
    assert "at most 4" in asked[-1]


async def test_a_plan_that_finds_is_not_planned_again(
    server: ModelServer, modelled: Workbench
) -> None:
    run = await ask(server, modelled, say(plan(FOUND)), say(ANSWER))

    assert len(run.plan_attempts) == 1
    assert not any("was carried out" in text for one in server.requests for text in messages(one))


async def test_another_call_in_vain_leaves_the_first_plan(
    server: ModelServer, modelled: Workbench
) -> None:
    vain = {**ABSENT, "args": {**ABSENT["args"], "entity_id": "technology:flask"}}
    run = await ask(server, modelled, say(plan(ABSENT)), say(plan(vain)), say(ANSWER))

    assert run.plan is not None
    assert [call.args.subject_id for call in run.plan.tool_calls] == ["technology:django"]
    assert len(run.plan_attempts) == 2, "it is re-planned once, not until something is found"


async def test_the_same_plan_again_changes_nothing(
    server: ModelServer, modelled: Workbench
) -> None:
    run = await ask(server, modelled, say(plan(ABSENT)), say(plan(ABSENT)), say(ANSWER))

    assert run.plan is not None
    assert len(run.plan.tool_calls) == 1
    assert "других модель не предложила" in run.plan_reasons[-1]


async def test_calls_of_both_plans_stay_within_the_limit(
    server: ModelServer, modelled: Workbench
) -> None:
    projects = ("alor-broker", "contract-lens", "ct-triage", "churn-radar")
    others = [
        {**FOUND, "args": {**FOUND["args"], "entity_id": f"project:{one}"}} for one in projects
    ]
    run = await ask(server, modelled, say(plan(ABSENT, *others)), say(ANSWER), say(ANSWER))
    assert len(run.plan_attempts) == 1, "five calls were made, and five are allowed"


async def test_a_model_that_fails_to_plan_again_leaves_the_first_plan(
    server: ModelServer, modelled: Workbench
) -> None:
    server.choose(
        lambda request: (
            status(401)
            if "was carried out" in json.dumps(request.body)
            else say(plan(ABSENT) if "response_format" in request.body else ANSWER)
        )
    )
    run = await modelled.ask(QUESTION, workspace="portfolio")

    assert run.plan_origin == "model"
    assert run.plan is not None
    assert "дополнить план модель не смогла" in run.plan_reasons[-1]
    assert "ProviderError" not in run.plan_reasons[-1]
    again = await modelled.replay(run.id)
    assert again.plan_reasons == run.plan_reasons, "the failed attempt is replayed too"


def call(name: str, intent: str = "PROJECT_ACHIEVEMENTS") -> dict[str, Any]:
    return {**ABSENT, "args": {"intent": intent, "entity_id": name}}


def subjects(run: Run) -> list[str | None]:
    assert run.plan is not None
    return [call.args.subject_id for call in run.plan.tool_calls]


async def test_a_gap_that_nothing_fills_stays(server: ModelServer, modelled: Workbench) -> None:
    vain = plan(ABSENT, call("technology:flask"))
    run = await ask(server, modelled, say(vain), say(plan(FOUND)), say(ANSWER))

    assert subjects(run) == ["technology:flask", "project:harvest"]
    assert run.facts is not None
    assert [gap.entity_id for gap in run.facts.meta.gaps] == ["technology:flask"]


async def test_a_call_for_something_else_fills_no_gap(
    server: ModelServer, modelled: Workbench
) -> None:
    other = json.loads(plan(call("project:harvest", "PROJECT_TECH_STACK")))
    other["intents"] = ["PROJECT_TECH_STACK"]
    vain = plan(ABSENT, call("technology:flask"))
    run = await ask(server, modelled, say(vain), say(json.dumps(other)), say(ANSWER), say(ANSWER))

    assert subjects(run) == ["technology:django", "technology:flask", "project:harvest"]
    assert run.plan is not None
    assert run.plan.intents == ("PROJECT_ACHIEVEMENTS", "PROJECT_TECH_STACK")
    assert run.facts is not None
    assert len(run.facts.meta.gaps) == 2


async def test_a_new_call_that_finds_is_kept_beside_one_in_vain(
    server: ModelServer, modelled: Workbench
) -> None:
    more = plan(call("technology:flask"), FOUND)
    run = await ask(server, modelled, say(plan(ABSENT)), say(more), say(ANSWER))

    assert subjects(run) == ["project:harvest"]
    assert "модель дополнила план" in run.plan_reasons[-1]


async def test_an_outage_during_a_new_plan_leaves_the_first(
    server: ModelServer, modelled: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    follow = GraphTool.run

    async def down_for_harvest(tool: GraphTool, args: Any, context: Any) -> ToolOutcome:
        if args.subject_id == "project:harvest":
            raise StoreError("The graph is down.")
        return await follow(tool, args, context)

    monkeypatch.setattr(GraphTool, "run", down_for_harvest)
    run = await ask(server, modelled, say(plan(ABSENT)), say(plan(FOUND)), say(ANSWER))

    assert subjects(run) == ["technology:django"]
    assert "инструмент недоступен" in run.plan_reasons[-1]


async def test_the_time_of_the_calls_counts_to_the_stage_that_outputs_them(
    server: ModelServer, modelled: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    follow = GraphTool.run

    async def slow(tool: GraphTool, args: Any, context: Any) -> ToolOutcome:
        await asyncio.sleep(0.05)
        return await follow(tool, args, context)

    monkeypatch.setattr(GraphTool, "run", slow)
    run = await ask(server, modelled, say(plan(FOUND)), say(ANSWER))

    times = {stage.name: stage.ms for stage in run.stages}
    assert times[Stage.EXECUTE] >= 50
    assert times[Stage.PLAN] >= 0


async def test_a_record_without_a_new_plan_is_replayed_without_one(
    server: ModelServer, modelled: Workbench
) -> None:
    run = await ask(server, modelled, say(plan(ABSENT)), say(plan(ABSENT)), say(ANSWER))
    assert run.replanned
    assert (await modelled.replay(run)).plan_attempts[-1].gaps == run.plan_attempts[-1].gaps

    _, *later = (one for one in run.exchanges if one.role == "planner")
    old = run.model_copy(
        update={
            "plan_attempts": run.plan_attempts[:1],
            "plan_reasons": run.plan_reasons[:1],
            "exchanges": tuple(one for one in run.exchanges if one not in later),
        }
    )
    assert not old.replanned
    assert (await modelled.replay(old)).plan_reasons == old.plan_reasons
    asked = len(server.requests)
    again = await modelled.fork(old, "resolve", run.resolution, until="plan")
    assert len(again.plan_attempts) == 1
    assert all("was carried out" not in json.dumps(one.body) for one in server.requests[asked:])
