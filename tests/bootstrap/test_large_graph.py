"""A workspace whose graph is kept as arrays answers as one whose graph is in memory."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import IndexedHome
from workbench import Workbench
from workbench.bootstrap.opened_workspace import reindex, verify
from workbench.domain.run import Run
from workbench.retrieval.graph_store import ArrayGraphStore
from workbench.settings import Settings
from workbench.workspace.graph_arrays import stored

QUESTIONS = (
    "Where has Dmitry worked?",
    "Какие проекты были у Дмитрия?",
    "How many projects are there?",
)


@pytest.fixture
def opened(tmp_path: Path, indexed_home: IndexedHome) -> Callable[[str], Workbench]:
    def open_in(name: str) -> Workbench:
        home = tmp_path / name
        home = home if home.exists() else indexed_home(home)
        return Workbench.open(Settings(_env_file=None, workbench_home=home))  # type: ignore[call-arg]

    return open_in


async def answers(bench: Workbench) -> list[Run]:
    return [await bench.ask(question, workspace="portfolio") for question in QUESTIONS]


async def test_arrays_give_the_same_facts_and_answers(
    opened: Callable[[str], Workbench], monkeypatch: pytest.MonkeyPatch
) -> None:
    in_memory = await answers(opened("memory"))
    monkeypatch.setattr(stored, "LARGE", 0)
    bench = opened("arrays")
    in_arrays = await answers(bench)
    assert isinstance((await bench.workspace_pool.get("portfolio")).graph, ArrayGraphStore)
    for run, other in zip(in_memory, in_arrays, strict=True):
        assert run.facts and other.facts
        assert run.facts.items == other.facts.items
        assert run.answer and other.answer
        assert run.answer.text == other.answer.text
    assert any(one.quote for run in in_arrays if run.facts for one in run.facts.items)


async def test_an_edit_counts_and_is_undone(
    opened: Callable[[str], Workbench], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored, "LARGE", 0)
    bench = opened("home")
    space = await bench.workspace_pool.get("portfolio")
    edge = space.workspace.edges[0]
    edit = await bench.remove_edge("portfolio", edge.id)
    assert (await bench.workspace_pool.get("portfolio")).graph.edge(edge.id) is None
    await bench.undo_correction("portfolio", edit.id)
    assert (await bench.workspace_pool.get("portfolio")).graph.edge(edge.id) == edge


async def test_a_damaged_graph_is_reported_and_written_again_by_reindex(
    opened: Callable[[str], Workbench], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored, "LARGE", 0)
    bench = opened("home")
    await bench.workspace_pool.get("portfolio")
    assert not verify("portfolio", bench.settings)
    records = next((tmp_path / "home").rglob("graph/*/nodes.bin"))
    records.write_bytes(records.read_bytes()[::-1])
    assert verify("portfolio", bench.settings) == ("the stored graph is damaged (nodes.bin)",)
    await reindex("portfolio", bench.settings)
    assert not verify("portfolio", bench.settings)
