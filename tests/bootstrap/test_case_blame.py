"""The stage that cost an answer, found with what a golden case says is right."""

from pathlib import Path
from typing import Any

import pytest

from workbench import Workbench
from workbench.domain.run import Run, Stage
from workbench.errors import InputError
from workbench.evaluation.cases import Case, read_cases

CASES = (
    "accept-alor-achievements",
    "accept-current-job",
    "accept-ai-portfolio-stack",
    "harvest-details-en",
    "accept-rag-usage",
)
GOLDEN = Path(__file__).parents[2] / "data/portfolio/golden.jsonl"


@pytest.fixture(scope="module")
def cases() -> dict[str, Case]:
    return {case.id: case for case in read_cases(GOLDEN)}


def planted(stage: Stage, run: Run) -> Any:
    """A wrong output of a stage of the run."""
    if stage is Stage.RESOLVE:
        return [
            {
                "canonical_id": "project:contract-lens",
                "type": "project",
                "name": "Контракт-Линза",
                "confidence": 1,
                "matched_by": "exact",
            }
        ]
    if stage is Stage.PLAN:
        assert run.plan is not None
        plan = run.plan.model_dump(mode="json", by_alias=True)
        search = {"query": "отпуск", "filters": {}, "top_k": 1, "doc_types": []}
        call = {"tool": "portfolio_search_tool", "args": search}
        return {**plan, "intents": ["GENERAL_UNSTRUCTURED"], "tool_calls": [call]}
    if stage is Stage.EXECUTE:
        assert run.facts is not None
        return run.facts.model_copy(update={"items": (), "groups": (), "found": False})
    return "Дмитрий получил премию."


@pytest.mark.parametrize("stage", [Stage.RESOLVE, Stage.PLAN, Stage.EXECUTE, Stage.WRITE])
@pytest.mark.parametrize("name", CASES)
async def test_the_stage_with_the_planted_fault_is_blamed(
    workbench: Workbench, cases: dict[str, Case], name: str, stage: Stage
) -> None:
    right = await workbench.ask(cases[name].question, workspace="portfolio")
    wrong = await workbench.fork(right, stage, planted(stage, right))
    before = len(await workbench.runs.list(limit=100))
    found = await workbench.blame_case(wrong.id, name)
    assert (found.stage, found.reference_id) == (stage, name)
    assert len(await workbench.runs.list(limit=100)) == before, "nothing is stored"


async def test_a_run_that_meets_the_case_has_nothing_to_blame(
    workbench: Workbench, cases: dict[str, Case]
) -> None:
    run = await workbench.ask(cases["accept-contacts"].question, workspace="portfolio")
    assert [one.id for one in await workbench.cases_of(run)] == ["accept-contacts"]
    assert (await workbench.blame_case(run, "accept-contacts")).tried == ()
    assert (await workbench.estimate_blame_case(run, "accept-contacts")).is_free


async def test_a_case_of_another_question_is_refused_with_those_of_this_one(
    workbench: Workbench, cases: dict[str, Case]
) -> None:
    run = await workbench.ask(cases["accept-contacts"].question, workspace="portfolio")
    with pytest.raises(InputError, match="accept-rag-usage") as error:
        await workbench.blame_case(run, "accept-rag-usage")
    assert "accept-contacts" in error.value.hint


async def test_a_saved_correction_is_a_case_to_blame_with(workbench: Workbench) -> None:
    run = await workbench.ask("Какие проекты были в Aston?", workspace="portfolio")
    suggested = await workbench.suggest_case(run)
    corrected = suggested.model_copy(update={"facts": ("Проект, которого нет",)})
    await workbench.save_case("portfolio", corrected)
    found = await workbench.blame_case(run, suggested.id)
    assert found.stage is None


async def test_a_run_without_a_plan_is_not_planned_to_find_evidence(workbench: Workbench) -> None:
    run = await workbench.ask("Где используется Redis?", workspace="portfolio")
    assert run.facts is not None
    suggested = await workbench.suggest_case(run)
    of_graph = {"intents": (), "facts": (run.facts.items[0].text,)}
    case = suggested.model_copy(update=of_graph)
    await workbench.save_case("portfolio", case)
    planless = run.model_copy(update={"plan": None, "facts": None, "answer": None})
    tried = (await workbench.blame_case(planless, case.id)).tried
    assert Stage.EXECUTE not in [one.stage for one in tried]
