"""The subgraph that is drawn is exactly the one that was used, with its labels apart."""

from itertools import combinations
from math import dist

import pytest

from tests.support.sample_run import PROJECT, sample_run, workspace
from workbench.domain.evidence import Subgraph, SubgraphEdge, SubgraphNode
from workbench.retrieval.graph_explorer import GraphExplorer
from workbench.retrieval.graph_store import graph_store
from workbench.ui.live_runs import RunSnapshot
from workbench.ui.run_view_model import RunViewModel
from workbench.ui.subgraph import STEP, counts, neighbours_of, network_data, panel_data, wrapped
from workbench.ui.texts import Texts


@pytest.fixture
def frame() -> RunViewModel:
    run = sample_run()
    view = RunSnapshot(run=run, finished=True)
    return RunViewModel(view, run, workspace(), Texts("en"), "numbered")


def test_it_holds_the_used_nodes_and_edges(frame: RunViewModel) -> None:
    data = panel_data(frame)
    graph = frame.subgraph
    assert {node["id"] for node in data["nodes"]} == {node.id for node in graph.nodes}
    assert {edge["id"] for edge in data["edges"]} == {edge.id for edge in graph.edges}
    assert data["options"]["physics"] == {"enabled": False}


def test_details_name_properties_relations_and_sources(frame: RunViewModel) -> None:
    details = panel_data(frame)["details"][PROJECT]
    assert details["kind"] == "Project"
    assert ("Period", "June 2023 to October 2024") in details["rows"]
    assert any("→" in relation for relation in details["relations"])
    assert details["sources"][:4] == [1, 2, 3, 4]


def test_labels_do_not_overlap(frame: RunViewModel) -> None:
    nodes, _, _ = network_data(frame.subgraph)
    for one, other in combinations(nodes, 2):
        lines = [node["label"].split("\n") for node in (one, other)]
        width = sum(max(map(len, each)) * 6 for each in lines) / 2
        height = sum(len(each) * 14 for each in lines) / 2
        apart = abs(one["x"] - other["x"]) >= width or abs(one["y"] - other["y"]) >= height
        assert apart, (one["label"], other["label"])


def graph_of(*links: tuple[str, str], label: str = "has an excess on") -> Subgraph:
    names = dict.fromkeys(name for link in links for name in link)
    return Subgraph(
        nodes=tuple(SubgraphNode(id=name, type="t", label=name.title()) for name in names),
        edges=tuple(
            SubgraphEdge(id=f"{a}|{b}", source=a, target=b, type="E", label=label) for a, b in links
        ),
    )


def test_a_number_in_a_label_stays_on_one_line() -> None:
    assert wrapped("LoRA на договорах: 3 100 документов").split("\n")[1] == "3\u00a0100 документов"
    assert wrapped("Неподтверждённых: 11 % ответов").split("\n")[1] == "11\u00a0% ответов"


def test_a_chain_lies_across_and_its_links_have_room_for_their_labels() -> None:
    nodes, _, _ = network_data(graph_of(("car", "windscreen"), ("motorcycle", "windscreen")))
    across = [node["x"] for node in nodes]
    assert max(across) - min(across) > 2 * (max(n["y"] for n in nodes) - min(n["y"] for n in nodes))
    spots = {node["id"]: (node["x"], node["y"]) for node in nodes}
    for end in ("car", "motorcycle"):
        assert dist(spots[end], spots["windscreen"]) > len("has an excess on") * 6


def test_pieces_that_do_not_hang_together_stand_side_by_side() -> None:
    pairs = [(f"project {place}", f"company {place}") for place in range(4)]
    nodes, _, _ = network_data(graph_of(*pairs, label="made at"))
    across, down = [node["x"] for node in nodes], [node["y"] for node in nodes]
    spots = {node["id"]: (node["x"], node["y"]) for node in nodes}
    longest = max(dist(spots[a], spots[b]) for a, b in pairs)
    assert max(across) - min(across) < 3.5 * longest
    assert max(down) - min(down) < 2 * longest


def test_cited_nodes_and_edges_are_told_from_those_merely_found(frame: RunViewModel) -> None:
    data = panel_data(frame)
    states = {one["id"]: one["state"] for one in (*data["nodes"], *data["edges"])}
    path = frame.sources[frame.cited[0]].path
    assert path is not None
    assert {states[one] for one in (*path.nodes, *path.edges)} == {"cited"}
    assert "found" in states.values()


def test_an_edge_names_the_claims_and_sources_that_rest_on_it(frame: RunViewModel) -> None:
    path = frame.sources[frame.cited[0]].path
    assert path is not None
    details = panel_data(frame)["details"][path.edges[0]]
    assert details["title"].startswith("ALOR Broker — ") or "АЛОР" in details["title"]
    assert frame.cited[0] in details["sources"]
    places = [claim["place"] for claim in details["claims"]]
    assert places == list(frame.provenance.claims_of_edge(path.edges[0])) != []


def test_the_rows_say_what_the_drawing_shows(frame: RunViewModel) -> None:
    data = panel_data(frame)
    ends = {end for row in data["rows"] for end in row["ends"]}
    assert ends == {node["id"] for node in data["nodes"]}
    order = [row["state"] for row in data["rows"]]
    assert order == sorted(order), "cited ones come first"


def test_neighbours_are_added_once_with_their_edges(frame: RunViewModel) -> None:
    explorer = GraphExplorer(graph_store(workspace()))
    drawn = Subgraph(nodes=tuple(node for node in frame.subgraph.nodes if node.id == PROJECT))
    more = neighbours_of(PROJECT, drawn, explorer, frame)
    assert 0 < len(more.nodes) <= STEP
    assert PROJECT not in {node.id for node in more.nodes}
    assert all(PROJECT in (edge.source, edge.target) for edge in more.edges[:1])
    data = panel_data(frame, more)
    used = {node.id for node in frame.subgraph.nodes}
    added = {node["id"] for node in data["nodes"] if node["state"] == "added"}
    assert added == {node.id for node in more.nodes} - used
    assert not neighbours_of("nobody", drawn, explorer, frame).nodes


def test_neighbours_are_named_in_the_language_of_the_run(frame: RunViewModel) -> None:
    nodes = workspace().nodes
    drawn = Subgraph(nodes=tuple(node for node in frame.subgraph.nodes if node.id == PROJECT))
    more = neighbours_of(PROJECT, drawn, GraphExplorer(graph_store(workspace())), frame)
    assert (frame.language, frame.run.language) == ("en", "ru")
    assert [node.label for node in more.nodes] == [nodes[one.id].label("ru") for one in more.nodes]
    used = {edge.type: edge.label for edge in frame.subgraph.edges}
    assert all(used.get(edge.type, edge.label) == edge.label for edge in more.edges)


def test_the_heading_counts_what_is_drawn(frame: RunViewModel) -> None:
    drawn = Subgraph(nodes=frame.subgraph.nodes[:1])
    assert counts(frame, drawn) == "1 node, 0 edges"
    more = neighbours_of(PROJECT, frame.subgraph, GraphExplorer(graph_store(workspace())), frame)
    both = frame.subgraph.merged(more)
    texts = panel_data(frame, more)["texts"]
    assert texts["counts"] == counts(frame, both) != counts(frame, frame.subgraph)
    assert texts["label"] == f"Subgraph: {texts['counts']}"


def test_it_is_laid_out_the_same_every_time(frame: RunViewModel) -> None:
    assert network_data(frame.subgraph) == network_data(frame.subgraph)


def test_a_thousand_nodes_are_laid_out() -> None:
    nodes = tuple(SubgraphNode(id=f"n{i}", type="t", label=f"N{i}") for i in range(1000))
    edges = tuple(
        SubgraphEdge(id=f"e{i}", source=f"n{i}", target=f"n{i // 3}", type="E", label="e")
        for i in range(1, 1000)
    )
    drawn, links, _ = network_data(Subgraph(nodes=nodes, edges=edges))
    assert (len(drawn), len(links)) == (1000, 999)


def test_a_hostile_label_stays_text() -> None:
    evil = "<img src=x onerror=alert(1)>"
    graph = Subgraph(nodes=(SubgraphNode(id=evil, type=evil, label=evil),))
    nodes, _, _ = network_data(graph)
    assert nodes[0]["id"] == evil
    assert nodes[0]["label"].replace("\n", " ") == evil


def test_long_labels_are_cut() -> None:
    assert wrapped("слово " * 30).count("\n") == 2
    assert wrapped("слово " * 30).endswith("…")
