"""A large graph is kept as arrays, which follow its files."""

import os
import shutil
from pathlib import Path

import pytest

from tests.support.museum_workspace import write_museum
from workbench.domain.graph import Edge
from workbench.tools.registry import TOOL_SPECS
from workbench.workspace import Workspace, open_workspace
from workbench.workspace.graph_arrays import stored
from workbench.workspace.graph_arrays.array_graph import ArrayEdges
from workbench.workspace.graph_arrays.stored import StoredGraph
from workbench.workspace.graph_builder import GraphBuilder


@pytest.fixture(autouse=True)
def _every_graph_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "LARGE", 0)


@pytest.fixture
def museum_folder(tmp_path: Path) -> Path:
    return write_museum(tmp_path / "museum")


@pytest.fixture
def arrays(tmp_path: Path) -> Path:
    return tmp_path / "arrays"


def problems(museum: Path, arrays: Path) -> list[str]:
    files = open_workspace(museum, TOOL_SPECS)
    return list(StoredGraph.of(arrays, museum, files.spec).problems(files.nodes, files.edges))


def kept(museum: Path, arrays: Path) -> Workspace:
    """Open the workspace with its graph as arrays."""
    workspace = open_workspace(museum, TOOL_SPECS, arrays=arrays)
    assert isinstance(workspace.edges, ArrayEdges)
    return workspace


def test_a_stored_graph_is_the_graph_of_the_files(museum_folder: Path, arrays: Path) -> None:
    read = open_workspace(museum_folder, TOOL_SPECS)
    workspace = kept(museum_folder, arrays)
    assert dict(workspace.nodes) == dict(read.nodes)
    assert list(workspace.edges) == list(read.edges)
    assert workspace.node_counts == read.node_counts
    assert workspace.relations == read.relations
    assert workspace.subjects == read.subjects
    assert list(workspace.stated()) == list(read.stated())
    for most in (1, 10_000):
        found = {one.id: one for one in workspace.first_of_types(most)}
        assert found == {one.id: one for one in read.first_of_types(most)}


def test_files_are_read_once(
    museum_folder: Path, arrays: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(museum_folder, arrays)
    monkeypatch.delattr(GraphBuilder, "add_folder")
    assert kept(museum_folder, arrays).nodes


def test_a_changed_file_is_read_again(museum_folder: Path, arrays: Path) -> None:
    before = kept(museum_folder, arrays)
    edges = next((museum_folder / "graph").glob("edges*.jsonl"))
    lines = edges.read_text("utf-8").splitlines()
    edges.write_text("\n".join(lines[1:]), "utf-8")
    assert len(kept(museum_folder, arrays).edges) == len(before.edges) - 1
    assert len(list(arrays.iterdir())) == 1, "the older arrays are removed"


def test_a_small_graph_is_not_stored(
    museum_folder: Path, arrays: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored, "LARGE", 1_000)
    assert isinstance(open_workspace(museum_folder, TOOL_SPECS, arrays=arrays).edges, tuple)
    assert not arrays.exists()
    assert not problems(museum_folder, arrays)


def test_a_graph_that_lost_a_file_is_stored_again(museum_folder: Path, arrays: Path) -> None:
    read = list(kept(museum_folder, arrays).edges)
    next(arrays.rglob("targets.npy")).unlink()
    assert list(kept(museum_folder, arrays).edges) == read
    assert not problems(museum_folder, arrays)


def test_a_folder_that_cannot_be_written_costs_no_graph(
    museum_folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    workspace = open_workspace(museum_folder, TOOL_SPECS, arrays=tmp_path / "file" / "arrays")
    assert len(workspace.edges) == len(open_workspace(museum_folder, TOOL_SPECS).edges)


def test_damage_is_reported(museum_folder: Path, arrays: Path) -> None:
    assert problems(museum_folder, arrays) == [
        "the graph is not stored as arrays: opening the workspace stores it"
    ]
    kept(museum_folder, arrays)
    assert not problems(museum_folder, arrays)
    damaged = next(arrays.rglob("nodes.bin"))
    content = bytearray(damaged.read_bytes())
    content[len(content) // 2] ^= 1
    damaged.write_bytes(content)
    assert problems(museum_folder, arrays) == ["the stored graph is damaged (nodes.bin)"]


def test_arrays_of_another_graph_are_reported(museum_folder: Path, arrays: Path) -> None:
    workspace = kept(museum_folder, arrays)
    place = StoredGraph.of(arrays, museum_folder, workspace.spec)
    shutil.rmtree(arrays)
    node = next(iter(workspace.nodes.values()))
    others = {**workspace.nodes, node.id: node.model_copy(update={"name": "Another"})}
    place.write(others, workspace.edges[1:])
    assert problems(museum_folder, arrays) == [
        "the stored graph has other nodes than its files",
        "the stored graph has other edges than its files",
    ]


def test_what_a_killed_process_left_is_removed_later(museum_folder: Path, arrays: Path) -> None:
    old, fresh = arrays / ".old.1", arrays / ".fresh.2"
    for folder in (old, fresh):
        folder.mkdir(parents=True)
    os.utime(old, (0, 0))
    kept(museum_folder, arrays)
    assert not old.exists()
    assert fresh.exists(), "another process may be writing it"


def test_a_change_is_made_when_an_item_is_read(museum_folder: Path, arrays: Path) -> None:
    def marked(item: object) -> object:
        if not isinstance(item, Edge):
            return item
        return item.model_copy(update={"key": f"{item.key}!"})

    once = kept(museum_folder, arrays).changed(marked)
    twice = once.changed(marked)
    assert isinstance(twice.edges, ArrayEdges)
    assert {edge.key for edge in twice.edges} == {"!!"}


def test_an_open_graph_needs_its_files_no_more(museum_folder: Path, arrays: Path) -> None:
    workspace = kept(museum_folder, arrays)
    edges, stated = list(workspace.edges), list(workspace.stated())
    shutil.rmtree(arrays)  # as another process does once the graph's own files have changed
    changed = workspace.changed(lambda item: item)
    assert list(changed.edges) == edges
    assert list(changed.stated()) == stated


def test_arrays_without_their_description_are_damaged(museum_folder: Path, arrays: Path) -> None:
    kept(museum_folder, arrays)
    next(arrays.rglob("graph.json")).unlink()
    assert problems(museum_folder, arrays) == ["the stored graph is damaged (graph.json)"]
