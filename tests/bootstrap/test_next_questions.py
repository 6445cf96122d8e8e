"""An answer suggests questions about its entities that the graph has facts for."""

import asyncio

import pytest

from tests.support.graph_folders import proposed_workspace
from workbench import Workbench
from workbench.bootstrap.next_questions import _examples
from workbench.domain.local_text import Language
from workbench.nlp.russian_forms import in_place
from workbench.settings import Settings
from workbench.workspace.intents import Intent


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    home = tmp_path_factory.mktemp("home")
    return Workbench.open(Settings(_env_file=None, workbench_home=home))


def suggested(workbench: Workbench, question: str, language: Language) -> tuple[str, ...]:
    async def ask() -> tuple[str, ...]:
        run = await workbench.ask(question, workspace="portfolio")
        return await workbench.next_questions(run, language)

    return asyncio.run(ask())


@pytest.mark.parametrize(
    ("question", "language", "name"),
    [
        ("Which technologies did he use at Aston?", "en", "Aston"),
        ("Что было в проекте AI-Portfolio?", "ru", "AI-Portfolio"),
    ],
)
def test_each_names_the_entity_and_is_answered(
    workbench: Workbench, question: str, language: Language, name: str
) -> None:
    found = suggested(workbench, question, language)
    assert 1 <= len(set(found)) == len(found) <= 3
    for one in found:
        run = asyncio.run(workbench.ask(one, workspace="portfolio"))
        assert one.count(name) == 1
        assert run.answer is not None
        assert run.answer.outcome == "answered", one


def test_the_question_itself_is_not_suggested(workbench: Workbench) -> None:
    first = suggested(workbench, "Which technologies did he use at Aston?", "en")
    assert first[0] not in suggested(workbench, first[0], "en")


def test_nothing_is_suggested_without_an_entity(workbench: Workbench) -> None:
    assert suggested(workbench, "Write a haiku about autumn", "en") == ()


def test_an_example_that_is_only_a_name_is_kept() -> None:
    workspace = proposed_workspace("huts")
    node = next(one for one in workspace.nodes.values() if one.type == "hut")
    intent = Intent(description={"en": "A hut"}, examples=("{hut}",))
    assert list(_examples(intent, node, "en")) == [node.label("en")]


def test_a_russian_name_has_the_case_of_its_place() -> None:
    assert in_place("Страхование питомцев", "Какую часть убытка по ") == "Страхованию питомцев"
    assert in_place("Страхование питомцев", "Что включает ") == "Страхование питомцев"
    assert in_place("RAG", "Писал ли что-нибудь о ") == "RAG"
    assert in_place("Страхование питомцев", "") == "Страхование питомцев"
