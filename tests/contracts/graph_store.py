"""Contract tests for graph stores; a subclass provides the store."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

import pytest

from workbench.domain.graph import Edge, Node, Provenance
from workbench.retrieval.graph_explorer import GraphExplorer
from workbench.retrieval.graph_query.shortest_paths import shortest_paths
from workbench.retrieval.graph_store import GraphStore

QUOTE = Provenance(document="a.md", quote="Ann paints with Bob")


def node(slug: str, kind: str = "person", **fields: object) -> Node:
    return Node.model_validate({"id": f"{kind}:{slug}", "type": kind, "name": slug, **fields})


NODES = {
    one.id: one
    for one in (
        node("ann", name={"en": "Ann", "ru": "Анна"}, aliases=("Nan",)),
        node("bob", properties={"born": 1950, "height": 1.5, "lefty": True, "tags": ["a", 2]}),
        node("двор", "place", evidence=QUOTE),
        node("cid|x", proposed=True),
        node("alone", "place"),
    )
}
EDGES = (
    Edge(source="person:ann", type="KNOWS", target="person:bob", evidence=QUOTE),
    Edge(source="person:ann", type="LIVES_AT", target="place:двор"),
    Edge(source="person:bob", type="KNOWS", target="person:ann", properties={"since": 1999}),
    Edge(source="person:ann", type="KNOWS", target="person:cid|x"),
    Edge(source="person:ann", type="KNOWS", target="person:bob", key="again"),
    Edge(source="person:cid|x", type="KNOWS", target="person:cid|x"),
    Edge(source="person:cid|x", type="LIVES_AT", target="place:двор"),
)


class GraphStoreContract(ABC):
    """The tests."""

    @abstractmethod
    def store_of(self, nodes: Mapping[str, Node], edges: Sequence[Edge]) -> GraphStore:
        """The store under test."""

    @pytest.fixture
    def store(self) -> GraphStore:
        return self.store_of(NODES, EDGES)

    def test_nodes_come_back_whole_and_in_order(self, store: GraphStore) -> None:
        assert list(store.nodes) == list(NODES)
        assert list(store.nodes.values()) == list(NODES.values())
        assert dict(store.nodes.items()) == NODES
        assert len(store.nodes) == len(NODES)

    def test_a_node_is_found_by_its_id(self, store: GraphStore) -> None:
        for name, one in NODES.items():
            assert store.node(name) == store.nodes[name] == one
        for unknown in ("person:nobody", "", "person:an", "\ud800"):
            assert store.node(unknown) is None
            assert unknown not in store.nodes

    def test_an_edge_is_found_by_its_id(self, store: GraphStore) -> None:
        for edge in EDGES:
            assert store.edge(edge.id) == edge
        for unknown in ("", "person:ann|KNOWS|person:no", "person:no|KNOWS|person:ann", "x"):
            assert store.edge(unknown) is None

    def test_nodes_of_a_type_come_in_order(self, store: GraphStore) -> None:
        assert [one.id for one in store.nodes_of("place")] == ["place:двор", "place:alone"]
        assert not store.nodes_of("ghost")

    def test_edges_are_followed_by_type_and_direction(self, store: GraphStore) -> None:
        found = list(store.follow("person:ann", "KNOWS", "out"))
        assert [edge for edge, _ in found] == [EDGES[0], EDGES[3], EDGES[4]]
        assert [end.id for _, end in found] == ["person:bob", "person:cid|x", "person:bob"]
        back = list(store.follow("place:двор", "LIVES_AT", "in"))
        assert [end.id for _, end in back] == ["person:ann", "person:cid|x"]
        assert not list(store.follow("place:alone", "KNOWS", "out"))
        assert not list(store.follow("person:nobody", "KNOWS", "out"))
        assert not list(store.follow("person:ann", "HATES", "out"))

    def test_a_set_of_nodes_is_followed_at_once(self, store: GraphStore) -> None:
        assert store.reached(["person:ann"], "KNOWS", "out") == {"person:bob", "person:cid|x"}
        both = store.reached(["person:ann", "person:cid|x", "person:no"], "KNOWS", "out")
        assert both == {"person:bob", "person:cid|x"}
        assert store.reached(["place:двор"], "LIVES_AT", "in") == {"person:ann", "person:cid|x"}
        assert store.reached([], "KNOWS", "out") == frozenset()
        assert store.reached(["person:ann"], "HATES", "out") == frozenset()

    def test_edges_at_a_node_come_in_order_and_a_loop_once(self, store: GraphStore) -> None:
        assert list(store.edges_at("person:cid|x")) == [EDGES[3], EDGES[5], EDGES[6]]
        assert list(store.edges_at("person:ann")) == list(EDGES[:5])
        assert not store.edges_at("person:nobody")
        degrees = {name: store.degree(name) for name in (*NODES, "person:nobody")}
        assert list(degrees.values()) == [5, 3, 2, 3, 0, 0]

    def test_a_graph_is_explored_and_paths_are_found(self, store: GraphStore) -> None:
        explorer = GraphExplorer(store)
        assert [one.id for one in explorer.search("nan")] == ["person:ann"]
        assert [one.id for one in explorer.neighbours("place:двор")] == [
            "person:ann",
            "person:cid|x",
        ]
        path = explorer.shortest_path("person:bob", "place:двор")
        assert path is not None
        assert path.nodes == ("person:bob", "person:ann", "place:двор")
        [shortest] = shortest_paths(store, ["person:bob"], ["place:двор"], 3)
        assert shortest.nodes == path.nodes

    def test_a_graph_without_edges_has_nodes(self) -> None:
        store = self.store_of(NODES, ())
        assert store.node("person:ann") == NODES["person:ann"]
        assert not store.edges_at("person:ann")
        assert store.reached(["person:ann"], "KNOWS", "out") == frozenset()

    def test_an_empty_graph_has_nothing(self) -> None:
        store = self.store_of({}, ())
        assert not list(store.nodes)
        assert store.node("person:ann") is None
