"""Facts left out one at a time, and the stage that cost an answer."""

import json
from typing import Any

import pytest

from tests.modelserver.answers import say
from tests.modelserver.exchange import Answer, Received
from tests.modelserver.server import ModelServer
from tests.support.portfolio_model import PLAN, QUESTION
from workbench import Workbench
from workbench.domain.run import Run, Stage
from workbench.errors import InputError

KNOWN = {
    "62 %": "Довёл до 62 % долю обращений первой линии, закрытых без оператора",
    "с 14 минут": "Сократил среднее время первого ответа с 14 минут до 3",
    "с 0,71": "Поднял полноту поиска (recall@5) с 0,71 до 0,93",
    "с 11 %": "Снизил долю ответов с неподтверждёнными утверждениями с 11 % до 1,8 %",
    "4,2 раза": "Удешевил диалог в 4,2 раза",
    "пик 180": "Выдержал пик 180 запросов в секунду при доступности 99,93 %",
}
"""What the scripted model says of a fact, if its words stand in the prompt."""
PLANTED = "4,2 раза"
"""The words of the fact that the model also remembers."""


@pytest.fixture
async def asked(workbench: Workbench) -> Run:
    return await workbench.ask(QUESTION, workspace="portfolio")


async def test_without_a_model_every_claim_goes_with_its_fact(
    workbench: Workbench, asked: Run
) -> None:
    before = len(await workbench.runs.list(limit=100))
    found = await workbench.ablation(asked.id)
    assert len(found.facts) == 6
    assert all(fact.lost and not fact.unsupported for fact in found.facts)
    assert found.from_memory == ()
    assert len(await workbench.runs.list(limit=100)) == before, "nothing is stored"


async def test_fewer_facts_are_left_out_if_so_asked(workbench: Workbench, asked: Run) -> None:
    assert len((await workbench.ablation(asked, most=2)).facts) == 2


def remembering(request: Received) -> Answer:
    """Plan, or state the facts of the prompt and the one that the model remembers."""
    if "response_format" in request.body:
        return say(json.dumps(PLAN))
    prompt = json.dumps(request.body, ensure_ascii=False)
    found = sorted((words for words in KNOWN if words in prompt), key=prompt.index)
    said = [f"{KNOWN[words]} [Source {n}]." for n, words in enumerate(found, start=1)]
    memory = [] if PLANTED in found else [f"{KNOWN[PLANTED]}."]
    return say(" ".join([*said, *memory]))


async def test_a_claim_from_memory_outlives_its_fact(
    server: ModelServer, modelled: Workbench
) -> None:
    server.choose(remembering)
    run = await modelled.ask(QUESTION, workspace="portfolio")
    assert run.answer is not None and run.answer.model == "openai:gpt-4o"

    found = await modelled.ablation(run)

    assert ["4,2" in claim.text for claim in found.from_memory] == [True]
    lost = [claim.text for fact in found.facts for claim in fact.lost]
    assert any("14 минут" in text for text in lost)


def planted(stage: Stage, run: Run) -> Any:
    """A wrong output of a stage of the run."""
    if stage is Stage.RESOLVE:
        return []
    if stage is Stage.PLAN:
        assert run.plan is not None
        plan = run.plan.model_dump(mode="json")
        plan["limits"]["max_items"] = 1
        return plan
    if stage is Stage.EXECUTE:
        assert run.facts is not None
        return run.facts.model_copy(update={"items": run.facts.items[:1]})
    return "Дмитрий получил премию."


@pytest.mark.parametrize("stage", [Stage.RESOLVE, Stage.PLAN, Stage.EXECUTE, Stage.WRITE])
@pytest.mark.parametrize(
    "question",
    [
        "Достижения на проекте АЛОР",
        "What did he achieve on Harvest?",
        "Какие технологии использовались на проекте АЛОР?",
        "Which technologies were used in ShelfSearch?",
        "What did he achieve on ContractLens?",
    ],
)
async def test_the_stage_with_the_planted_fault_is_blamed(
    workbench: Workbench, question: str, stage: Stage
) -> None:
    right = await workbench.ask(question, workspace="portfolio")
    wrong = await workbench.fork(right, stage, planted(stage, right))
    found = await workbench.blame(wrong.id, right)
    assert found.stage is stage
    assert found.tried[-1].recovered


async def test_a_run_that_gives_the_same_has_no_stage_to_blame(
    workbench: Workbench, asked: Run
) -> None:
    found = await workbench.blame(asked, asked)
    assert (found.stage, found.tried) == (None, ())


async def test_a_run_that_states_what_is_right_has_no_stage_to_blame(
    workbench: Workbench, asked: Run
) -> None:
    planned = asked.plan
    assert planned is not None
    same = await workbench.fork(asked, Stage.PLAN, planned)
    found = await workbench.blame(same, asked)
    assert (found.stage, found.tried, found.already_right) == (None, (), True)


async def test_without_a_model_the_plan_is_always_the_same(
    workbench: Workbench, asked: Run
) -> None:
    found = await workbench.stability(asked, samples=3)
    assert (found.planner, found.samples, found.same, found.unstable) == ("offline", 3, 3, ())
    assert (await workbench.stability(asked, samples=0)).samples == 1
    assert (await workbench.estimate_stability(asked)).is_free
    assert (await workbench.estimate_ablation(asked)).is_free


async def test_fields_on_which_a_model_disagrees_with_itself_are_named(
    server: ModelServer, modelled: Workbench
) -> None:
    server.choose(remembering)
    run = await modelled.ask(QUESTION, workspace="portfolio")
    limits = iter([10, 3, 10, 10])

    def wavering(_: Received) -> Answer:
        return say(json.dumps({**PLAN, "limits": {"max_items": next(limits)}}))

    server.choose(wavering)
    assert (await modelled.estimate_stability(run, 4)).calls == 4
    assert (await modelled.estimate_stability(run, 0)).calls == 1, "one plan at least is made"
    found = await modelled.stability(run, samples=4)
    assert (found.planner, found.samples, found.same) == ("openai:gpt-4o", 4, 3)
    (field,) = found.unstable
    assert (field.path, field.agreement) == ("$.limits.max_items", 0.75)
    assert [(one.value, one.plans) for one in field.values] == [("10", 3), ("3", 1)]


async def test_the_price_of_an_ablation_is_one_answer_for_each_fact(
    server: ModelServer, modelled: Workbench
) -> None:
    server.choose(remembering)
    run = await modelled.ask(QUESTION, workspace="portfolio")
    found = await modelled.estimate_ablation(run)
    before = len(server.requests)
    made = await modelled.ablation(run)
    assert found.calls == len(made.facts)
    assert len(server.requests) - before == found.calls + 1, "one answer is asked for again"
    assert (await modelled.estimate_ablation(run, most=1)).calls == 1
    assert found.price_usd and found.price_usd > 0


async def test_a_run_whose_model_does_not_answer_is_not_explained_by_the_fallback(
    server: ModelServer, modelled: Workbench, workbench: Workbench
) -> None:
    server.choose(remembering)
    run = await modelled.ask(QUESTION, workspace="portfolio")
    with pytest.raises(InputError, match="did not answer"):
        await workbench.stability(run)
    with pytest.raises(InputError, match="did not answer"):
        await workbench.ablation(run)
