"""Graph stores in dicts and over arrays keep the same contract."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tests.contracts.graph_store import EDGES, NODES, GraphStoreContract
from workbench.domain.graph import Edge, Node
from workbench.retrieval.graph_store import ArrayGraphStore, DictGraphStore, GraphStore
from workbench.workspace.graph_arrays import layout
from workbench.workspace.graph_arrays.array_graph import ArrayGraph
from workbench.workspace.graph_arrays.write import write_arrays


class TestDictGraphStore(GraphStoreContract):
    def store_of(self, nodes: Mapping[str, Node], edges: Sequence[Edge]) -> GraphStore:
        return DictGraphStore(nodes, edges)


class TestArrayGraphStore(GraphStoreContract):
    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: Path) -> None:
        self.folder = tmp_path

    def store_of(self, nodes: Mapping[str, Node], edges: Sequence[Edge]) -> GraphStore:
        write_arrays(self.folder / "graph", nodes, edges)
        return ArrayGraphStore(ArrayGraph(self.folder / "graph"))

    def test_edges_come_back_whole_and_in_order(self) -> None:
        self.store_of(NODES, EDGES)
        edges = ArrayGraph(self.folder / "graph").edges
        assert list(edges) == list(EDGES)
        assert len(edges) == len(EDGES)
        assert edges[-1] == EDGES[-1]
        assert list(edges[1:3]) == list(EDGES[1:3])

    def test_ids_of_one_hash_are_told_apart(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for module in ("write", "array_graph"):
            monkeypatch.setattr(f"workbench.workspace.graph_arrays.{module}.crc", len)
        store = self.store_of(NODES, EDGES)
        assert {name: store.node(name) for name in NODES} == NODES
        assert store.node("person:bo2") is None
        assert layout.crc(b"a") != layout.crc(b"b")
