"""Models fill the same run: planned, repaired, answered, and stood in for when they are down."""

import json
import re

from tests.modelserver.answers import cut, say, status
from tests.modelserver.exchange import Answer, Received
from tests.modelserver.server import ModelServer
from tests.pipeline.conftest import KEY
from tests.support.portfolio_model import COMPLETE as ANSWER
from tests.support.portfolio_model import PLAN, QUESTION
from workbench import Workbench
from workbench.domain.answer import AskOptions
from workbench.domain.run import Run, RunStatus, Stage
from workbench.domain.run_events import AnswerDelta, RunFinished, RunStarted


def is_plan(request: Received) -> bool:
    """The planner asks for JSON of a schema; the writer does not."""
    return "response_format" in request.body


def by_role(plan: Answer, answer: Answer) -> object:
    return lambda request: plan if is_plan(request) else answer


async def ask(workbench: Workbench, question: str = QUESTION) -> Run:
    return await workbench.ask(question, workspace="portfolio")


async def test_a_model_plans_and_writes_from_the_rendered_facts_alone(
    server: ModelServer, modelled: Workbench
) -> None:
    server.choose(by_role(say(json.dumps(PLAN)), say(ANSWER)))  # type: ignore[arg-type]

    run = await ask(modelled)

    assert run.status is RunStatus.DONE
    assert run.plan_origin == "model"
    assert run.answer is not None
    assert run.answer.model == "openai:gpt-4o"
    assert run.answer.text == re.sub(r" \[Source \d\]", "", ANSWER)
    assert [citation.source_index for citation in run.answer.citations] == [1, 0, 2, 3, 4, 5]
    assert run.answer.tokens_used > 0
    prompt = json.dumps(server.requests[-1].body, ensure_ascii=False)
    assert "Сократил среднее время первого ответа" in prompt
    assert "project:alor-broker" not in prompt


async def test_the_answer_streams_and_no_marker_is_ever_half(
    server: ModelServer, modelled: Workbench
) -> None:
    server.choose(by_role(say(json.dumps(PLAN)), say(ANSWER)))  # type: ignore[arg-type]

    pieces = [
        event.text
        async for event in modelled.stream(QUESTION, workspace="portfolio")
        if isinstance(event, AnswerDelta)
    ]

    assert "".join(pieces) == ANSWER
    assert not any(
        piece.rpartition("[")[2].startswith("Sour") and "]" not in piece for piece in pieces
    )


async def test_a_broken_plan_is_repaired_by_showing_its_problems(
    server: ModelServer, modelled: Workbench
) -> None:
    wrong = {**PLAN, "intents": ["PROJECT_ACHIEVMENTS"]}
    server.queue(say(json.dumps(wrong)), say(json.dumps(PLAN)), say(ANSWER))

    run = await ask(modelled)

    assert run.plan_origin == "model"
    assert len(run.plan_attempts) == 2
    assert run.plan_attempts[0].problems[0].path == "$.intents[0]"
    assert "PROJECT_ACHIEVMENTS" in json.dumps(server.requests[1].body)


async def test_json_broken_twice_leads_to_the_emergency_plan_and_an_answer(
    server: ModelServer, modelled: Workbench
) -> None:
    server.queue(say('{"intents": ['), say("no JSON at all"))
    server.choose(by_role(say("{"), say("Ассистент отвечает по регламентам [Source 1].")))  # type: ignore[arg-type]

    run = await ask(modelled, "Что пошло не так на проекте АЛОР?")

    assert run.status is RunStatus.DONE
    assert run.plan_origin == "emergency"
    assert run.plan is not None
    assert run.plan.intents == ("GENERAL_UNSTRUCTURED",)
    assert run.answer is not None
    assert run.answer.text


async def test_a_provider_that_is_down_leaves_the_run_its_error_and_the_offline_answer(
    server: ModelServer, modelled: Workbench
) -> None:
    server.choose(by_role(say(json.dumps(PLAN)), status(503)))  # type: ignore[arg-type]

    run = await ask(modelled)

    assert run.status is RunStatus.FAILED
    assert run.failure is not None
    assert run.failure.name is Stage.WRITE
    assert run.failure.error is not None
    assert run.failure.error.kind == "ProviderError"
    assert run.failure.recovered_by == "offline"
    assert run.answer is not None
    assert run.answer.model == "offline"
    assert "62 %" in run.answer.text
    assert await modelled.runs.get(run.id) == run


async def test_a_planner_that_is_down_is_stood_in_for_too(
    server: ModelServer, modelled: Workbench
) -> None:
    server.always(status(401))

    run = await ask(modelled)

    assert run.failure is not None
    assert run.failure.name is Stage.PLAN
    assert run.plan_origin == "offline"
    assert run.answer is not None
    assert "62 %" in run.answer.text


async def test_an_answer_that_breaks_off_is_partial_and_never_called_grounded(
    server: ModelServer, modelled: Workbench
) -> None:
    server.choose(by_role(say(json.dumps(PLAN)), cut))  # type: ignore[arg-type]
    judged = AskOptions(models={"judge": "openai:gpt-4o-mini"})

    events = [
        event async for event in modelled.stream(QUESTION, workspace="portfolio", options=judged)
    ]

    run = events[-1].run
    assert run.answer is not None
    assert run.answer.partial
    assert run.answer.marked
    assert run.answer.grounding_score is None
    assert run.diagnostics is not None
    assert run.diagnostics.judge is None, "nobody judges half an answer"


async def test_a_source_that_was_not_provided_is_dropped_and_reported(
    server: ModelServer, modelled: Workbench
) -> None:
    invented = ANSWER.replace("[Source 2]", "[Source 2] [Source 404]")
    server.choose(by_role(say(json.dumps(PLAN)), say(invented)))  # type: ignore[arg-type]

    run = await ask(modelled)

    assert run.answer is not None
    assert "404" not in run.answer.display
    assert any(finding.code == "unknown_source" for finding in run.findings)


async def test_a_forbidden_phrase_is_rewritten_with_stricter_constraints(
    server: ModelServer, modelled: Workbench
) -> None:
    loose = "Он сократил время ответа до 3 минут [Source 2]. Рекомендуется уточнить у Дмитрия."
    server.queue(say(json.dumps(PLAN)), say(loose), say(ANSWER))

    run = await ask(modelled)

    assert run.answer is not None
    assert "уточнить у Дмитрия" not in run.answer.text
    assert run.findings
    assert len(server.requests) == 3


async def test_nothing_found_is_said_without_asking_the_model(
    server: ModelServer, modelled: Workbench
) -> None:
    search = {
        "intents": ["GENERAL_UNSTRUCTURED"],
        "tool_calls": [{"tool": "portfolio_search_tool", "args": {"query": "зарплата Эрланг"}}],
        "render_style": "SHORT",
        "answer_style": "NATURAL_RU",
        "confidence": 0.8,
    }
    server.always(say(json.dumps(search)))

    run = await ask(modelled, "Какая у Дмитрия зарплата в Эрланге?")

    assert run.answer is not None
    assert run.answer.outcome == "no_answer"
    assert all(is_plan(request) for request in server.requests)


async def test_the_run_keeps_what_passed_between_it_and_the_models_but_no_key(
    server: ModelServer, modelled: Workbench
) -> None:
    server.choose(by_role(say(json.dumps(PLAN)), say(ANSWER)))  # type: ignore[arg-type]

    run = await ask(modelled)

    assert [exchange.role for exchange in run.exchanges] == ["planner", "answer"]
    assert run.usage.input_tokens > 0
    assert KEY not in run.model_dump_json(by_alias=True)


async def test_stopping_in_the_middle_leaves_a_cancelled_run(
    server: ModelServer, modelled: Workbench
) -> None:
    server.choose(by_role(say(json.dumps(PLAN)), say(ANSWER * 40)))  # type: ignore[arg-type]
    events = modelled.stream(QUESTION, workspace="portfolio")
    run_id = ""
    async for event in events:
        if isinstance(event, AnswerDelta):
            run_id = event.run_id
            break
        assert not isinstance(event, RunFinished)
    await events.aclose()

    stored = await modelled.runs.get(run_id)

    assert stored is not None
    assert stored.status is RunStatus.CANCELLED
    assert stored.facts is not None


async def test_stopping_as_soon_as_it_began_leaves_a_cancelled_run(modelled: Workbench) -> None:
    events = modelled.stream(QUESTION, workspace="portfolio")
    started = await anext(events)
    await events.aclose()

    assert isinstance(started, RunStarted)
    stored = await modelled.runs.get(started.run.id)

    assert stored is not None
    assert stored.status is RunStatus.CANCELLED


async def test_the_writer_is_told_the_earlier_question_without_intents_and_ids(
    server: ModelServer, modelled: Workbench
) -> None:
    server.choose(by_role(say(json.dumps(PLAN)), say(ANSWER)))
    await modelled.ask(QUESTION, workspace="portfolio", thread="earlier-turn")

    run = await modelled.ask("А в AI-Portfolio?", workspace="portfolio", thread="earlier-turn")

    assert run.memory is not None
    assert run.memory.decision == "follow_up"
    assert "PROJECT_ACHIEVEMENTS" in run.memory.summary
    writing = [request for request in server.requests if not is_plan(request)][-1]
    sent = writing.body["messages"][-1]["content"]
    assert f"Ранее в разговоре: {QUESTION} (АЛОР Брокер)" in sent
    assert "PROJECT_ACHIEVEMENTS" not in sent
    assert "project:" not in sent
