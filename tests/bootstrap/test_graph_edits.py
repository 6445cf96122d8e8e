"""Edits of the graph: checked against its types, counted at once, undone, exported, and traced."""

import json
from pathlib import Path

import pytest

from tests.support.museum_workspace import write_museum
from workbench import Workbench
from workbench.domain.graph import Edge, Node
from workbench.errors import InputError, WorkspaceError
from workbench.settings import Settings


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_museum(tmp_path)


@pytest.fixture
def bench(folder: Path, tmp_path: Path) -> Workbench:
    settings = Settings(
        _env_file=None,  # type: ignore[call-arg]
        workbench_home=tmp_path / "home",
        workbench_workspaces=(tmp_path,),
        workbench_default="museum",
    )
    return Workbench.open(settings)


async def graph(bench: Workbench) -> tuple[dict[str, Node], dict[str, Edge]]:
    space = (await bench.workspace_pool.get("museum")).workspace
    return dict(space.nodes), {edge.id: edge for edge in space.edges}


async def test_a_node_is_renamed_until_the_edit_is_undone(bench: Workbench, folder: Path) -> None:
    files = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    node = next(iter((await graph(bench))[0].values()))
    edit = await bench.put_node("museum", node.model_copy(update={"name": "Renamed"}), author="Ann")
    assert (await graph(bench))[0][node.id].name == "Renamed"
    await bench.undo_correction("museum", edit.id, author="Ben")
    assert (await graph(bench))[0][node.id] == node
    (kept,) = await bench.corrections("museum")
    assert (kept.kind, kept.author, kept.undone_by) == ("put_node", "Ann", "Ben")
    assert {path: path.read_bytes() for path in files} == files, "the files are not written"


async def test_an_edge_is_removed_and_put_back(bench: Workbench) -> None:
    edge = next(iter((await graph(bench))[1].values()))
    await bench.remove_edge("museum", edge.id)
    assert edge.id not in (await graph(bench))[1]
    await bench.put_edge("museum", edge)
    assert (await graph(bench))[1][edge.id] == edge


async def test_a_removed_node_takes_its_edges_along(bench: Workbench) -> None:
    edge = next(iter((await graph(bench))[1].values()))
    await bench.remove_node("museum", edge.source)
    nodes, edges = await graph(bench)
    assert edge.source not in nodes and edge.id not in edges


async def test_an_edit_is_checked_against_the_types(bench: Workbench) -> None:
    nodes, edges = await graph(bench)
    edge = next(iter(edges.values()))
    with pytest.raises(WorkspaceError):
        await bench.put_node("museum", Node(id="ghost:1", type="ghost", name="Ghost"))
    with pytest.raises(WorkspaceError):
        turned = Edge(source=edge.target, type=edge.type, target=edge.source)
        await bench.put_edge("museum", turned)
    with pytest.raises(InputError):
        await bench.remove_node("museum", "ghost:1")
    with pytest.raises(InputError):
        await bench.remove_edge("museum", "a|B|c")
    assert (await graph(bench)) == (nodes, edges)
    assert await bench.corrections("museum") == ()


@pytest.mark.parametrize("value", [float("inf"), float("nan"), "half \ud800"])
async def test_a_value_that_cannot_be_read_again_is_refused(
    bench: Workbench, value: float | str
) -> None:
    node = next(one for one in (await graph(bench))[0].values() if one.type == "painting")
    with pytest.raises(InputError, match=node.id):
        await bench.put_node("museum", node.model_copy(update={"properties": {"year": value}}))
    assert await bench.corrections("museum") == ()


async def test_the_export_holds_the_edits(bench: Workbench) -> None:
    node = next(iter((await graph(bench))[0].values()))
    await bench.put_node("museum", node.model_copy(update={"name": "Renamed"}))
    files = await bench.export_graph("museum")
    rows = [json.loads(line) for line in files["nodes.jsonl"].splitlines()]
    assert next(row["name"] for row in rows if row["id"] == node.id) == "Renamed"
    assert len(files["edges.jsonl"].splitlines()) == len((await graph(bench))[1])


async def test_runs_that_used_an_edited_node_are_outdated(bench: Workbench) -> None:
    nodes, _ = await graph(bench)
    node = next(one for one in nodes.values() if one.type == "painter")
    run = await bench.ask(f"What did {node.label('en')} paint?", workspace="museum")
    assert node.id in [entity.canonical_id for entity in run.entities]
    runs = await bench.runs.list()
    assert await bench.outdated_runs(runs) == frozenset()
    edit = await bench.put_node("museum", node.model_copy(update={"aliases": ("Nickname",)}))
    assert await bench.outdated_runs(runs) == {run.id}
    await bench.undo_correction("museum", edit.id)
    assert await bench.outdated_runs(runs) == frozenset()
