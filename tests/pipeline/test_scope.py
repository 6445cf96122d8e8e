"""Scope: a question about a name that the workspace does not know is not off-topic."""

from pathlib import Path

import pytest
import yaml

from tests.conftest import IndexedHome
from workbench import Workbench
from workbench.domain.run import Run
from workbench.settings import Settings

QUESTIONS = yaml.safe_load(Path(__file__).with_name("scope_questions.yaml").read_text("utf-8"))


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory, indexed_home: IndexedHome) -> Workbench:
    return Workbench.open(Settings(workbench_home=indexed_home(tmp_path_factory.mktemp("scope"))))


def is_off_topic(run: Run) -> bool:
    assert run.plan is not None
    return run.plan.scope == "off_topic"


@pytest.mark.parametrize(
    ("workspace", "question"),
    [
        ("portfolio", "Применял ли COBOL?"),
        ("portfolio", "Какая у него зарплата?"),
        ("insurance", "Which product is cheapest?"),
        ("insurance", "Is Lasik covered?"),
    ],
)
async def test_what_is_not_known_is_searched_and_honestly_not_found(
    workbench: Workbench, workspace: str, question: str
) -> None:
    run = await workbench.ask(question, workspace=workspace)

    assert not is_off_topic(run)
    assert [call.tool.endswith("search_tool") for call in run.tool_calls] == [True]
    assert run.plan is not None
    assert run.plan.intents == ("GENERAL_UNSTRUCTURED",)
    assert run.answer is not None
    assert run.answer.outcome == "no_answer"


@pytest.mark.parametrize(
    "question", ["Сколько ждать выплату?", "Which policy is the cheapest for a family of four?"]
)
async def test_a_question_in_words_of_the_examples_is_in_scope(
    workbench: Workbench, question: str
) -> None:
    assert not is_off_topic(await workbench.ask(question, workspace="insurance", until="plan"))


async def test_a_pronoun_for_the_subject_keeps_a_question_in_scope(workbench: Workbench) -> None:
    run = await workbench.ask("Работал ли он в Яндексе?", workspace="portfolio", until="plan")
    assert not is_off_topic(run)
    assert run.plan is not None
    assert [call.tool for call in run.plan.tool_calls] == ["portfolio_search_tool"]


@pytest.mark.parametrize(
    "question",
    [
        "Какая завтра погода в Москве?",
        "Who triumphed in 2018?",
        "Who won in 2018?",
    ],
)
async def test_neither_a_foreign_name_nor_a_number_makes_a_question_ours(
    workbench: Workbench, question: str
) -> None:
    assert is_off_topic(await workbench.ask(question, workspace="portfolio", until="plan"))


@pytest.mark.parametrize(
    ("workspace", "in_scope", "off_topic"), [("portfolio", 16, 12), ("insurance", 12, 11)]
)
async def test_questions_that_no_threshold_was_chosen_on(
    workbench: Workbench, workspace: str, in_scope: int, off_topic: int
) -> None:
    """Of sixteen each: before, 8 and 11 in scope were kept, 15 and 12 off-topic turned away."""
    counts = {}
    for kind, questions in QUESTIONS[workspace].items():
        runs = [await workbench.ask(q, workspace=workspace, until="plan") for q in questions[1::2]]
        counts[kind] = sum(is_off_topic(run) == (kind == "off_topic") for run in runs)
    assert counts["in_scope"] >= in_scope
    assert counts["off_topic"] >= off_topic
