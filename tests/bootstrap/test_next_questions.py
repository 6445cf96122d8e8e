"""An answer suggests questions about its entities that the graph has facts for."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NoReturn

import pytest

from tests.conftest import IndexedHome
from tests.support.graph_folders import proposed_workspace
from workbench import Workbench
from workbench.bootstrap.next_questions import Suggestion, _examples, _is_planned
from workbench.domain.graph import Node
from workbench.domain.local_text import Language
from workbench.retrieval.embedders import Purpose
from workbench.settings import Settings
from workbench.workspace.intents import Intent

ASTON = "Which technologies did he use at Aston?"


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory, indexed_home: IndexedHome) -> Workbench:
    home = indexed_home(tmp_path_factory.mktemp("home"))
    return Workbench.open(Settings(_env_file=None, workbench_home=home))


def suggested(workbench: Workbench, question: str, language: Language) -> tuple[str, ...]:
    async def ask() -> tuple[str, ...]:
        run = await workbench.ask(question, workspace="portfolio")
        return await workbench.next_questions(run, language)

    return asyncio.run(ask())


@pytest.mark.parametrize(
    ("question", "language", "name"),
    [
        (ASTON, "en", "Aston"),
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
        assert run.plan is not None and run.plan.intents != ("GENERAL_UNSTRUCTURED",), one


def test_the_question_itself_is_not_suggested(workbench: Workbench) -> None:
    first = suggested(workbench, ASTON, "en")
    assert first[0] not in suggested(workbench, first[0], "en")


def test_nothing_is_suggested_without_an_entity(workbench: Workbench) -> None:
    assert suggested(workbench, "Write a haiku about autumn", "en") == ()


def test_an_example_that_is_only_a_name_is_kept() -> None:
    workspace = proposed_workspace("huts")
    node = next(one for one in workspace.nodes.values() if one.type == "hut")
    intent = Intent(description={"en": "A hut"}, examples=("{hut}",))
    assert list(_examples(intent, node, "Hut", "en")) == [node.label("en")]


def test_russian_suggestions_have_the_name_in_the_case_of_its_place(workbench: Workbench) -> None:
    found = suggested(workbench, "Где работает Дмитрий Лукоморов?", "ru")
    assert found
    for one in found:
        oblique = re.search(r"\b(?:у|о|об|для|от|к|по) Дмитрий", one)
        assert oblique is None, one


def test_a_sentence_whose_case_the_name_cannot_take_is_left_out() -> None:
    node = Node(id="person:1", type="person", name={"ru": "Ульф Бергстрём"})
    examples = ("Какие проекты были у {person}?", "Над чем работал {person}?")
    intent = Intent(description={"en": "Projects"}, examples=examples)
    assert list(_examples(intent, node, "Человек", "ru")) == ["Над чем работал Ульф Бергстрём?"]


def test_a_question_that_is_planned_as_another_is_not_suggested(workbench: Workbench) -> None:
    opened = asyncio.run(workbench.workspace_pool.get("portfolio"))
    run = asyncio.run(workbench.ask(ASTON, workspace="portfolio"))
    node, intent = run.entities[0].canonical_id, next(iter(run.plan.intents if run.plan else ()))
    asked = Suggestion(ASTON, node, intent)
    assert asyncio.run(_is_planned(asked, opened))
    assert not asyncio.run(_is_planned(asked._replace(relation="PROJECT_ACHIEVEMENTS"), opened))
    assert not asyncio.run(_is_planned(asked._replace(node="company:other"), opened))
    assert not asyncio.run(_is_planned(asked._replace(question="A haiku about Aston"), opened))


class ProviderEmbedder:
    """An embedder that must not be called."""

    name, semantic, batch_size = "provider:model", True, 16

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> NoReturn:
        raise AssertionError(f"sent as {purpose}: {texts}")


def test_no_suggestion_is_sent_to_the_provider_of_an_embedder(workbench: Workbench) -> None:
    opened = asyncio.run(workbench.workspace_pool.get("portfolio"))
    remote = replace(opened, embedder=ProviderEmbedder())
    unlike = Suggestion("A haiku about Aston", "company:aston", "PROJECT_ACHIEVEMENTS")
    assert not asyncio.run(_is_planned(unlike, opened))
    assert asyncio.run(_is_planned(unlike, remote)), "the facts of the graph are enough"
