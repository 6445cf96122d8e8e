"""The Graph page draws a limited part of a graph, and every action changes it in a known way."""

import pytest

from tests.support.sample_run import PROJECT, document, workspace
from workbench.domain.graph import Edge, Node
from workbench.retrieval.graph_explorer import EVERY_TYPE, GraphExplorer, TypeFilter
from workbench.retrieval.graph_store import DictGraphStore, graph_store
from workbench.ui import graph_sources
from workbench.ui.graph_state import MOST_DRAWN, STEP, GraphActions, GraphState, View
from workbench.ui.graph_view import MOST_LISTED, GraphPage
from workbench.ui.texts import Texts


def star(rays: int) -> GraphExplorer:
    """A hub with rays, the first of which lead one node further."""
    nodes = [Node(id=f"n:{at}", type="technology", name=f"N{at}") for at in range(2 * rays + 1)]
    edges = [Edge(source="n:0", type="E", target=f"n:{at}") for at in range(1, rays + 1)]
    edges += [Edge(source=f"n:{at}", type="E", target=f"n:{at + rays}") for at in range(1, 4)]
    return GraphExplorer(DictGraphStore({one.id: one for one in nodes}, edges))


@pytest.fixture
def actions() -> GraphActions:
    return GraphActions(star(200))


def shown(actions: GraphActions, view: View) -> list[str]:
    return list(actions.drawn(view))


def test_the_overview_begins_with_the_most_connected_node(actions: GraphActions) -> None:
    assert shown(actions, View())[0] == "n:0"


def test_a_small_graph_is_drawn_as_a_whole() -> None:
    explorer = star(15)
    assert set(shown(GraphActions(explorer), View())) == set(explorer.nodes)


def test_a_node_begins_with_some_of_its_neighbours(actions: GraphActions) -> None:
    view = actions.begin("n:0")
    assert view.selected == "n:0"
    assert len(shown(actions, view)) == STEP + 1
    assert {"n:1", "n:2", "n:3"} < set(view.drawn), "the most connected come first"


def test_expanding_adds_the_next_ones_up_to_the_limit(actions: GraphActions) -> None:
    view = actions.begin("n:0")
    for _ in range(20):
        view = actions.expand(view, "n:0")
        assert len(shown(actions, view)) <= MOST_DRAWN
    assert view.dropped > 0
    assert "n:0" in view.drawn, "the expanded node stays"


def test_collapsing_keeps_what_hangs_on_another_node(actions: GraphActions) -> None:
    view = actions.expand(actions.begin("n:0"), "n:1")
    assert "n:201" in view.drawn
    assert set(actions.collapse(view, "n:0").drawn) == {"n:0", "n:1", "n:201"}
    assert "n:201" not in actions.collapse(view, "n:1").drawn


def test_a_node_that_is_not_drawn_is_drawn_when_selected(actions: GraphActions) -> None:
    begun = actions.begin("n:0")
    near = actions.select(begun, "n:150")
    assert set(begun.drawn) < set(near.drawn) and near.selected == "n:150"
    far = actions.select(begun, "n:203")
    assert "n:203" in far.drawn


def test_the_node_selected_next_ends_the_path(actions: GraphActions) -> None:
    looking = actions.look_for_path(actions.begin("n:0"), "n:201")
    found = actions.select(looking, "n:203")
    assert found.path is not None
    assert found.path.nodes == ("n:201", "n:1", "n:0", "n:3", "n:203")
    assert set(found.path.nodes) <= set(found.drawn)
    lost = actions.select(looking, "n:300")
    assert lost.path is None and lost.apart == ("n:201", "n:300")
    assert actions.drop_path(found).path is None


def test_back_returns_to_the_view_before(actions: GraphActions) -> None:
    begun, further = actions.begin("n:0"), actions.begin("n:1")
    state = GraphState().then(begun).then(further).then(further)
    assert state.back().view == begun
    assert state.back().back() == GraphState()
    assert GraphState().back() == GraphState()


def page(view: View, language: str = "en", types: TypeFilter = EVERY_TYPE) -> GraphPage:
    space = workspace()
    t = Texts("ru" if language == "ru" else "en")
    return GraphPage(GraphExplorer(graph_store(space)), space.spec, view, types, t)


def test_the_list_names_every_node_and_edge_of_the_drawing() -> None:
    shows = page(page(View()).actions.begin(PROJECT))
    drawing = shows.drawing()
    listed = {row["id"] for group in shows.rows(None)["groups"] for row in group["rows"]}
    assert listed == {one["id"] for one in (*drawing["nodes"], *drawing["edges"])}
    assert len(drawing["nodes"]) == STEP + 1


def test_the_drawing_says_which_nodes_have_more() -> None:
    drawing = page(page(View()).actions.begin(PROJECT)).drawing()
    more = {node["id"]: node["more"] for node in drawing["nodes"]}
    assert more[PROJECT].endswith("more neighbours")


def test_a_filter_leaves_other_types_out() -> None:
    types = TypeFilter(nodes=frozenset({"technology"}))
    drawn = page(View(), types=types).drawn
    assert drawn and all(one.startswith("technology:") for one in drawn)


def test_long_lists_say_that_they_are_cut() -> None:
    explorer = star(MOST_LISTED + 1)
    shows = GraphPage(explorer, workspace().spec, View(), EVERY_TYPE, Texts("en"))
    (group,) = shows.relations("n:0")["groups"]
    assert len(group["rows"]) == MOST_LISTED
    assert "200" in group["note"]


def test_sources_mark_the_quotes_of_the_edges() -> None:
    shows = page(View(selected=PROJECT), "ru")
    assert shows.node is not None
    stated = shows.stated(shows.node)
    assert stated
    data = graph_sources.panel_data(stated, Texts("ru"), document)
    assert data["order"] == list(range(1, len(stated) + 1))
    first = data["sources"]["1"]
    assert first["text"] == next(iter(stated))
    assert first["title"]


def test_a_path_is_dropped_once_a_part_of_it_is_removed() -> None:
    before, after = GraphActions(star(3)), GraphActions(star(2))
    view = before.select(before.look_for_path(View(), "n:1"), "n:3")
    assert view.path is not None
    assert before.current(view) == view
    assert after.current(view).path is None, "of one edge less"
    assert after.current(View(path_from="n:6")).path_from == ""
    assert after.current(View(apart=("n:0", "n:6"))).apart is None
