"""A model re-plans once when calls of its plan found nothing, over the OpenAI protocol."""

import json
from typing import Any

from tests.modelserver.answers import say, status
from tests.modelserver.exchange import Received
from tests.modelserver.server import ModelServer
from workbench import Workbench
from workbench.domain.run import Run, RunStatus

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
