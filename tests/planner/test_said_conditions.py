"""Intents of the samples give way to what a question says beyond their examples."""

from functools import cache

import pytest

from tests.support.sample_run import DATA
from tests.support.workspaces import request
from workbench.domain.plan import PlanningResult
from workbench.planner.composer import Composer
from workbench.planner.graph_query_planner import GraphQueryPlanner
from workbench.planner.offline_planner import OfflinePlanner
from workbench.retrieval.graph_store import graph_store
from workbench.settings import Settings
from workbench.tools.registry import TOOL_SPECS
from workbench.understanding.entity_registry import EntityRegistry
from workbench.workspace import open_workspace


@cache
def desk(sample: str) -> tuple[OfflinePlanner, EntityRegistry]:
    """The planner of a sample with its registry; its documents speak of nothing."""
    workspace = open_workspace(DATA / sample, TOOL_SPECS)
    settings = Settings()
    queries = GraphQueryPlanner(
        workspace,
        Composer(workspace, graph_store(workspace)),
        threshold=settings.plan_confidence_threshold,
        has_documents=True,
    )
    planner = OfflinePlanner(workspace, settings, queries=lambda: queries)
    return planner, EntityRegistry.build(workspace)


async def planned(sample: str, question: str) -> PlanningResult:
    planner, registry = desk(sample)
    return await planner.plan(request(question, registry))


@pytest.mark.parametrize(
    "question",
    [
        "Which databases does he know at a basic level?",
        "Какие базы данных он знает на базовом уровне?",
    ],
)
async def test_a_value_that_an_intent_has_no_words_for_is_a_condition(question: str) -> None:
    plan = (await planned("portfolio", question)).plan
    assert plan.intents == ("GRAPH_QUERY",)
    assert "level" in plan.model_dump_json()


async def test_a_value_that_is_asked_for_is_no_condition() -> None:
    plan = (await planned("portfolio", "Насколько уверенно Дмитрий работает с Кафкой?")).plan
    assert plan.intents == ("TECHNOLOGY_OVERVIEW",)


@pytest.mark.parametrize(
    "question", ["Which projects did not use Python?", "В каких проектах не было Python?"]
)
async def test_that_none_is_left_is_not_looked_for_in_documents(question: str) -> None:
    plan = (await planned("portfolio", question)).plan
    assert plan.intents == ("GRAPH_QUERY",)
    assert not plan.fallback.enabled


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("How much is the excess for legal costs on Home Basic?", "EXCESS"),
        ("How much does Home Basic pay for legal costs?", "BENEFIT_LIMIT"),
        ("How much is car insurance?", "GENERAL_UNSTRUCTURED"),
        ("Tell me about car insurance", "PRODUCT_OVERVIEW"),
        ("Which vehicle benefits does the Car Premier plan include?", "PRODUCT_OVERVIEW"),
    ],
)
async def test_the_intent_has_the_words_and_names_of_the_question(
    question: str, intent: str
) -> None:
    assert (await planned("insurance", question)).plan.intents == (intent,)


async def test_a_limit_is_not_what_something_costs() -> None:
    plan = (await planned("insurance", "What does pet insurance cost?")).plan
    assert plan.intents == ("GENERAL_UNSTRUCTURED",)


@pytest.mark.parametrize(
    "question", ["How many people worked on Call Navigator?", "Сколько человек делало Урожай?"]
)
async def test_a_number_over_unnamed_things_gives_way_to_an_intent(question: str) -> None:
    plan = (await planned("portfolio", question)).plan
    assert plan.intents == ("PROJECT_DETAILS",)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What did he do before 2020?", ("before 2020",)),
        ("Что он делал до 2020 года?", ("до 2020",)),
        ("Which projects did he do in 2022?", ("2022",)),
    ],
)
async def test_years_choose_among_the_rows_of_an_intent(
    question: str, words: tuple[str, ...]
) -> None:
    plan = (await planned("portfolio", question)).plan
    assert plan.tool_calls[0].args.choosing_words[-1:] == words


async def test_a_question_about_a_word_is_not_answered_by_amounts() -> None:
    plan = (await planned("insurance", "What is an excess?")).plan
    assert plan.intents == ("DEFINITION",)
    plan = (await planned("insurance", "What is the excess for windscreens?")).plan
    assert plan.intents == ("EXCESS",)
