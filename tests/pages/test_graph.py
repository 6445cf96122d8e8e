"""The Graph page: what it draws, how the address, the list and the buttons change it."""

from collections.abc import Callable
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.support.components import component_data
from tests.support.fake_workbench import FakeWorkbench
from tests.support.sample_run import PROJECT, workspace
from workbench.domain.corrections import Correction
from workbench.ui import session, session_graph
from workbench.ui.sign_in import Person, Role

Open = Callable[..., AppTest]


def opened(app: Open, node: str) -> AppTest:
    """The page with a node in its address."""
    test = app("graph")
    test.query_params["node"] = node
    return test.run()


def components(test: AppTest) -> list[dict[str, Any]]:
    return component_data(test)


def drawing(test: AppTest) -> dict[str, Any]:
    (found,) = [data for data in components(test) if "kinds" in data]
    return found


def texts(test: AppTest) -> str:
    return "".join(one.value for one in test.html)


def test_it_begins_with_an_overview(app: Open) -> None:
    test = app("graph")
    assert not test.exception
    assert len(drawing(test)["nodes"]) > 20
    assert "Выберите узел" in texts(test)


def test_the_address_opens_a_node(app: Open) -> None:
    test = opened(app, PROJECT)
    assert not test.exception
    assert drawing(test)["selected"] == PROJECT
    assert test.query_params["node"] == PROJECT


def test_an_unknown_node_is_named(app: Open) -> None:
    test = opened(app, "project:none")
    assert "project:none" in test.warning[0].value
    assert drawing(test)["nodes"]


def test_search_lists_what_it_finds(app: Open) -> None:
    test = app("graph")
    test.text_input(key=session_graph.SEARCH).set_value("алор").run()
    groups = next(data["groups"] for data in components(test) if "groups" in data)
    assert PROJECT in [row["id"] for row in groups[0]["rows"]]


def test_buttons_expand_and_go_back(app: Open) -> None:
    test = opened(app, PROJECT)
    before = len(drawing(test)["nodes"])
    test.button(key="wb_graph_details_expanded").click().run()
    assert len(drawing(test)["nodes"]) > before
    test.button(key="wb_graph_back").click().run()
    assert len(drawing(test)["nodes"]) == before


def test_an_edit_begins_with_what_the_node_has(app: Open) -> None:
    test = opened(app, PROJECT)
    test.button(key="wb_graph_edit_node").click().run()
    assert not test.exception
    node = workspace().nodes[PROJECT]
    assert test.text_input(key=f"wb_graph_aliases_{PROJECT}").value == "; ".join(node.aliases)


def test_a_removal_is_confirmed(app: Open) -> None:
    test = opened(app, PROJECT)
    test.button(key="wb_graph_remove").click().run()
    assert test.button(key="wb_graph_remove_sure").label == "Удалить"


def test_an_edge_is_offered_the_types_that_fit(app: Open) -> None:
    test = opened(app, PROJECT)
    test.button(key="wb_graph_connect").click().run()
    assert not test.exception
    kinds = workspace().spec.edge_types.values()
    fitting = [kind for kind in kinds for ends in (kind.from_, kind.to) if "project" in ends]
    assert len(test.selectbox(key="wb_graph_way").options) == len(fitting)


def test_who_may_not_undo_an_edit_is_told_so(
    app: Open, bench: FakeWorkbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit = Correction(
        id="one",
        workspace="portfolio",
        kind="alias",
        node_id=PROJECT,
        texts=("Broker",),
        author="ann",
        created_at=datetime(2026, 3, 1, tzinfo=UTC),
    )
    monkeypatch.setattr(bench, "corrections", lambda *_: [edit], raising=False)
    monkeypatch.setattr(bench, "undo_correction", None, raising=False)
    monkeypatch.setattr(bench, "export_graph", lambda *_: {}, raising=False)
    sample = SimpleNamespace(workspace=workspace())
    opened = SimpleNamespace(workspace=sample.workspace, library=sample)
    monkeypatch.setattr(bench, "prepare", lambda *_: opened)
    monkeypatch.setattr(session, "person", lambda: Person("a", Role.ANALYST))
    test = app("graph")
    test.session_state["wb_graph_history"] = True
    test.run()
    assert not test.exception
    undo = test.button(key="wb_graph_undo_one")
    assert undo.disabled
    assert "может только редактор" in undo.help
