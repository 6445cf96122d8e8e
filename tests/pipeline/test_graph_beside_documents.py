"""Questions of a graph that has documents beside it, where neither gives a sure answer."""

from pathlib import Path

import pytest

from tests.support.graph_folders import folder_with
from workbench import Workbench
from workbench.bootstrap.new_workspace import create_workspace
from workbench.settings import Settings


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    home = tmp_path_factory.mktemp("lakes")
    settings = Settings(workbench_home=home / "home")
    source = folder_with("lakes", home / "source")
    rules = "# Rules of the boats\n\nEvery boat carries two oars. A crew has three people.\n"
    Path(source, "boats.md").write_text(rules, encoding="utf-8")
    create_workspace("lakes", settings, source)
    return Workbench.open(settings)


@pytest.mark.parametrize(
    ("question", "outcome", "unread"),
    [
        ("Which surveys started before August?", "not_understood", "August"),
        ("Which surveys exploded before 2010?", "not_understood", "exploded"),
    ],
)
async def test_what_is_asked_of_the_graph_is_not_understood_rather_than_off_topic(
    workbench: Workbench, question: str, outcome: str, unread: str
) -> None:
    run = await workbench.ask(question, workspace="lakes")

    assert run.plan is not None
    assert run.plan.scope == "in_scope"
    assert run.answer is not None
    assert run.answer.outcome == outcome
    assert unread in run.answer.display


async def test_what_neither_the_graph_nor_a_document_is_about_is_off_topic(
    workbench: Workbench,
) -> None:
    run = await workbench.ask("What is the weather today?", workspace="lakes")

    assert run.plan is not None
    assert run.plan.scope == "off_topic"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How deep is Lake Zorn?", "The graph has no such name: Zorn"),
        ("What is the temperature of Heron Lake?", "no information about this: temperature"),
        ("Which lakes are deeper than 9000 m?", "The graph has no lakes with depth more than 9000"),
        ("Which lake has the most islands?", "islands"),
    ],
)
async def test_what_the_graph_lacks_is_said_rather_than_the_nearest_passage(
    workbench: Workbench, question: str, told: str
) -> None:
    run = await workbench.ask(question, workspace="lakes")

    assert run.answer is not None
    assert run.answer.outcome in ("no_answer", "not_understood")
    assert told in run.answer.display
    assert "oars" not in run.answer.display


@pytest.mark.parametrize(
    "question", ["How many oars does every boat carry?", "How many people has a crew of a lake?"]
)
async def test_a_document_answers_what_it_holds(workbench: Workbench, question: str) -> None:
    run = await workbench.ask(question, workspace="lakes")

    assert run.answer is not None
    assert run.answer.outcome == "answered"
    assert run.answer.citations
