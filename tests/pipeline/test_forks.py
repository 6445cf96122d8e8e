"""A fork changes one stage, reuses what is before it, and refuses what makes no sense."""

from typing import Any

import pytest

from tests.modelserver.server import ModelServer
from tests.support.portfolio_model import QUESTION, portfolio_model
from tests.support.russian_errors import in_russian
from workbench import Workbench
from workbench.domain.answer import AskOptions, Audience
from workbench.domain.edits import edits
from workbench.domain.run import Run, RunStatus, Stage
from workbench.errors import InputError, PlanError


@pytest.fixture
async def asked(workbench: Workbench) -> Run:
    return await workbench.ask("Достижения на проекте АЛОР", workspace="portfolio")


async def test_an_edited_plan_runs_from_there(workbench: Workbench, asked: Run) -> None:
    assert asked.plan is not None
    plan = asked.plan.model_dump(mode="json")
    plan["limits"]["max_items"] = 2

    fork = await workbench.fork(asked, "plan", plan)

    assert fork.parent_id == asked.id
    assert fork.forked_at is Stage.PLAN
    assert fork.plan_origin == "edited"
    assert fork.entities == asked.entities
    reused = [stage.name for stage in fork.stages if stage.reused]
    assert reused == [Stage.NORMALIZE, Stage.RECALL, Stage.RESOLVE]
    assert fork.answer is not None
    assert "ещё 4" in fork.answer.text
    assert await workbench.runs.get(fork.id) == fork


async def test_a_stage_can_be_run_again_as_it_was(workbench: Workbench, asked: Run) -> None:
    again = await workbench.fork(asked.id, Stage.EXECUTE)

    assert again.facts == asked.facts
    assert again.answer is not None
    assert asked.answer is not None
    assert again.answer.text == asked.answer.text
    plan = again.stage(Stage.PLAN)
    assert plan is not None
    assert plan.reused


async def test_facts_can_be_taken_away(workbench: Workbench, asked: Run) -> None:
    assert asked.facts is not None
    fewer = asked.facts.model_copy(update={"items": asked.facts.items[:1]})

    fork = await workbench.fork(asked, "execute", fewer.model_dump(mode="json"))

    assert fork.answer is not None
    assert fork.rendered is not None
    assert len(fork.rendered.sources) == 1


async def test_an_answer_of_ones_own_is_judged(workbench: Workbench, asked: Run) -> None:
    claim = "Дмитрий сократил среднее время первого ответа с 14 минут до 90 секунд [Source 2]."

    fork = await workbench.fork(asked, "write", claim)

    assert fork.answer is not None
    assert fork.answer.model == "edited"
    assert fork.diagnostics is not None
    assert all(claim.verdict != "supported" for claim in fork.diagnostics.claims)


async def test_a_wrong_plan_is_refused_before_anything_runs(
    workbench: Workbench, asked: Run
) -> None:
    assert asked.plan is not None
    plan = asked.plan.model_dump(mode="json")
    plan["tool_calls"][0]["args"]["entity_id"] = "project:alor-brocker"

    with pytest.raises(PlanError) as refused:
        await workbench.fork(asked, "plan", plan)

    assert refused.value.problems[0].path == "$.tool_calls[0].args.entity_id"
    assert "alor-broker" in refused.value.problems[0].suggestion


@pytest.mark.parametrize(
    ("stage", "value"),
    [("execute", "{"), ("execute", {"items": 3}), ("diagnose", {}), ("nowhere", None), (None, 1)],
)
async def test_what_makes_no_sense_is_wrong_input(
    workbench: Workbench, asked: Run, stage: Any, value: object
) -> None:
    with pytest.raises(InputError) as refused:
        await workbench.fork(asked, stage, value)
    assert in_russian(refused.value)


async def test_a_run_can_stop_after_its_plan_and_go_on_from_there(workbench: Workbench) -> None:
    planned = await workbench.ask("Где применял RAG?", workspace="portfolio", until="plan")

    assert planned.status is RunStatus.DONE
    assert [stage.name for stage in planned.stages][-1] is Stage.PLAN
    assert planned.answer is None

    finished = await workbench.fork(planned, "plan", planned.plan)

    assert finished.answer is not None
    assert "AI-Portfolio" in finished.answer.text


async def test_a_plan_from_outside_takes_the_planners_place(workbench: Workbench) -> None:
    plan = {
        "intents": ["CONTACTS"],
        "tool_calls": [{"tool": "graph_query_tool", "args": {"intent": "CONTACTS"}}],
        "confidence": 1.0,
    }

    run = await workbench.ask("Что угодно", workspace="portfolio", plan=plan)

    assert run.plan_origin == "edited"
    assert run.answer is not None
    assert "@dlukomorov_example" in run.answer.text


async def test_the_limits_of_a_plan_from_outside_are_honoured(workbench: Workbench) -> None:
    """A planner's list of technologies stops at the workspace's cap, a person's at their limit."""
    question = "Какие технологии знает Дмитрий?"
    planned = await workbench.ask(question, workspace="portfolio")
    assert planned.plan is not None
    assert planned.rendered is not None
    assert planned.facts is not None
    found = len(planned.facts.items)
    assert (len(planned.rendered.sources), planned.rendered.omitted) == (12, found - 12)

    limits = planned.plan.limits.model_copy(update={"max_items": 100})
    edited = planned.plan.model_copy(update={"limits": limits})
    for run in (
        await workbench.fork(planned, "plan", edited),
        await workbench.ask(question, workspace="portfolio", plan=edited),
    ):
        assert run.rendered is not None
        assert (len(run.rendered.sources), run.rendered.omitted) == (found, 0)
        assert run.answer is not None
        assert run.answer.text.count("\n- ") + run.answer.text.startswith("- ") == found


async def test_many_questions_at_once_do_not_mix(workbench: Workbench) -> None:
    import asyncio

    questions = ["Контакты Дмитрия", "Где применял RAG?", "Достижения на проекте АЛОР"] * 5

    runs = await asyncio.gather(*(workbench.ask(q, workspace="portfolio") for q in questions))

    by_question = {run.question: run.answer.text for run in runs if run.answer}
    assert len(by_question) == 3
    for run in runs:
        assert run.answer is not None
        assert run.answer.text == by_question[run.question]


async def test_a_fork_takes_other_options_and_keeps_what_was_made_before(
    workbench: Workbench, asked: Run
) -> None:
    options = asked.options.model_copy(update={"audience": Audience.CUSTOMER})
    fork = await workbench.fork(asked, "write", options=options)
    assert fork.options == options
    assert fork.facts == asked.facts
    assert fork.answer is not None
    assert "[" not in fork.answer.display, "customers see no markers"
    assert edits(asked, fork)[0].path == "audience"
    with pytest.raises(InputError):
        await workbench.fork(asked, "write", options=AskOptions(schema="Nothing"))


async def test_a_fork_calls_the_model_that_its_options_name(
    server: ModelServer, modelled: Workbench
) -> None:
    server.choose(portfolio_model)
    asked = await modelled.ask(QUESTION, workspace="portfolio")
    assert "answer" in [call.role for call in asked.usage.calls]
    offline = AskOptions(models={"answer": "offline"})
    fork = await modelled.fork(asked, "write", options=offline)
    assert fork.answer is not None and fork.answer.model == "offline"
    assert fork.usage.calls == ()
    other = AskOptions(models={"answer": "openai:large"})
    fork = await modelled.fork(fork, "render", options=other)
    assert {call.model for call in fork.usage.calls} == {"openai:large"}
    kept = await modelled.fork(fork, "render")
    assert {call.model for call in kept.usage.calls} == {"openai:large"}
