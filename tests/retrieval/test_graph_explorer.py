"""A graph is searched by name and followed from node to node."""

import pytest

from workbench.domain.graph import Edge, Node
from workbench.retrieval.graph_explorer import GraphExplorer, TypeFilter
from workbench.retrieval.graph_store import DictGraphStore


def node(name: str, kind: str = "person", *aliases: str) -> Node:
    return Node(id=f"{kind}:{name}", type=kind, name=name.title(), aliases=aliases)


def knows(source: str, target: str, kind: str = "KNOWS") -> Edge:
    return Edge(source=source, type=kind, target=target)


@pytest.fixture
def explorer() -> GraphExplorer:
    people = [node("ann"), node("bob", "person", "Robert"), node("cid"), node("joanne")]
    nodes = [*people, node("annex", "place"), node("farm", "place")]
    edges = [
        knows("person:ann", "person:bob"),
        knows("person:cid", "person:bob"),
        knows("person:cid", "place:farm", "LIVES_AT"),
        knows("person:ann", "place:gone"),
    ]
    return GraphExplorer(DictGraphStore({one.id: one for one in nodes}, edges))


def ids(nodes: object) -> list[str]:
    return [one.id for one in nodes]  # type: ignore[attr-defined]


def test_whole_names_come_before_beginnings_and_parts(explorer: GraphExplorer) -> None:
    assert ids(explorer.search("ann")) == ["person:ann", "place:annex", "person:joanne"]


def test_aliases_are_searched_and_types_narrow(explorer: GraphExplorer) -> None:
    assert ids(explorer.search(" robert ")) == ["person:bob"]
    assert ids(explorer.search("ann", TypeFilter(nodes=frozenset({"place"})))) == ["place:annex"]
    assert not explorer.search("  ")


def test_neighbours_come_in_the_order_of_their_edges(explorer: GraphExplorer) -> None:
    assert ids(explorer.neighbours("person:cid")) == ["person:bob", "place:farm"]
    only = TypeFilter(edges=frozenset({"LIVES_AT"}))
    assert ids(explorer.neighbours("person:cid", only)) == ["place:farm"]


def test_an_edge_to_a_missing_node_is_left_out(explorer: GraphExplorer) -> None:
    assert explorer.degree("person:ann") == 1


def test_the_shortest_path_follows_edges_either_way(explorer: GraphExplorer) -> None:
    path = explorer.shortest_path("person:ann", "place:farm")
    assert path is not None
    assert path.nodes == ("person:ann", "person:bob", "person:cid", "place:farm")
    assert [edge.split("|")[1] for edge in path.edges] == ["KNOWS", "KNOWS", "LIVES_AT"]


def test_there_may_be_no_path(explorer: GraphExplorer) -> None:
    assert explorer.shortest_path("person:ann", "person:joanne") is None
    only = TypeFilter(edges=frozenset({"KNOWS"}))
    assert explorer.shortest_path("person:ann", "place:farm", only) is None
