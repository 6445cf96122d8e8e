"""Intents of few examples give way to a query that uses the words they do not have."""

from pathlib import Path

import pytest

from tests.support.museum_workspace import without_intents, write_museum
from tests.support.workspaces import request
from workbench.planner.composer import Composer
from workbench.planner.graph_query_planner import GraphQueryPlanner
from workbench.planner.offline_planner import OfflinePlanner
from workbench.retrieval.graph_store import graph_store
from workbench.settings import Settings
from workbench.tools.registry import TOOL_SPECS
from workbench.understanding.entity_registry import EntityRegistry
from workbench.workspace.load import open_workspace


@pytest.mark.parametrize(
    ("question", "removed", "intent"),
    [
        ("What did Orlova paint?", "WORKS", "GRAPH_QUERY"),
        ("Что написал Васин?", "WORKS", "GRAPH_QUERY"),
        ("What did Orlova paint?", "HALLS_OF", "WORKS"),
        ("Where does Orlova hang?", "WORKS", "HALLS_OF"),
        ("Где висит Орлова?", "WORKS", "HALLS_OF"),
        ("Where can I see Orlova?", "WORKS", "HALLS_OF"),
    ],
)
async def test_an_intent_answers_what_its_examples_ask(
    tmp_path: Path, question: str, removed: str, intent: str
) -> None:
    folder = write_museum(tmp_path, without_intents(removed))
    workspace = open_workspace(folder, TOOL_SPECS)
    settings = Settings()
    queries = GraphQueryPlanner(
        workspace,
        Composer(workspace, graph_store(workspace)),
        threshold=settings.plan_confidence_threshold,
        has_documents=False,
    )
    planner = OfflinePlanner(workspace, settings, queries=lambda: queries)

    planned = await planner.plan(request(question, EntityRegistry.build(workspace)))

    assert planned.plan.intents == (intent,)
