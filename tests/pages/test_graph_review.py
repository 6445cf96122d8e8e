"""The review on the Graph page: drafts with their quotes, accepted, rejected, edited and undone."""

import asyncio
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.modelserver.answers import say
from tests.modelserver.server import ModelServer
from tests.support.app_test import MAIN, app_test
from tests.support.components import component_data
from tests.support.extracting_museum import (
    OBEDIENT,
    edge,
    node,
    open_museum,
    reply,
    script,
    write_documents,
)
from workbench import Workbench
from workbench.bootstrap.values import ReviewedDraft
from workbench.domain.drafts import EntryDraft
from workbench.pipeline.bridge import bridge
from workbench.ui import session, session_graph

Open = Callable[..., AppTest]
UNSURE = reply(
    [node("painter", "Anna Orlova", "Orlova"), node("painting", "Bridges")],
    [edge("Anna Orlova", "PAINTED", "Bridges", "Orlova painted Bridge in 1924.")],
)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture
def unread_museum(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: ModelServer
) -> Iterator[Workbench]:
    """A workbench over the museum, with a model for its documents."""
    write_documents(tmp_path)
    bench = open_museum(tmp_path, server)
    script(server, {**OBEDIENT, "known.md": UNSURE})
    monkeypatch.setattr(session, "open_workbench", lambda: bench)
    st.cache_resource.clear()
    yield bench
    st.cache_resource.clear()


@pytest.fixture
def museum(unread_museum: Workbench) -> Workbench:
    """The museum with two certain drafts and an uncertain one."""
    for _ in unread_museum.sync.extract("museum"):
        pass
    return unread_museum


@pytest.fixture
def review(museum: Workbench) -> Open:
    """Opens the review with drafts."""
    return open_review


@pytest.fixture
def empty_review(unread_museum: Workbench) -> Open:
    """Opens the review before the documents are read."""
    unread_museum.sync.prepare("museum")
    return open_review


def open_review(locale: str = "en-US") -> AppTest:
    test = app_test()
    test.context = {"locale": locale, "timezone": "Europe/Moscow", "url": "http://localhost"}
    test.run()
    test.switch_page(str(MAIN.parents[2] / "pages" / "graph.py")).run()
    test.segmented_control(key=session_graph.PART).set_value("review").run()
    assert not test.exception
    return test


def component(test: AppTest, part: str) -> dict[str, Any]:
    found = component_data(test)
    return next(data for data in found if part in data)


def rows(test: AppTest) -> list[str]:
    return [row["text"] for group in component(test, "groups")["groups"] for row in group["rows"]]


def texts(test: AppTest) -> str:
    return "".join(one.value for one in test.html)


def test_a_draft_is_shown_with_its_quote_in_its_document(review: Open) -> None:
    test = review()
    assert rows(test) == [
        "Orlova — painted → Bridge",
        "Vasin — painted → Lighthouse",
        "Lighthouse — hangs in → North hall",
    ]
    assert "Review: 3" in test.segmented_control(key=session_graph.PART).options
    source = component(test, "sources")["sources"]["1"]
    assert "Orlova painted Bridge in 1924." in source["document"]["text"]
    assert "is probably Orlova" in texts(test) and "uncertain name" in texts(test)
    groups = component(test, "groups")["groups"]
    assert [group["title"] for group in groups] == ["painted · 2", "hangs in · 1"]


def test_accepting_moves_on_and_can_be_undone(review: Open) -> None:
    test = review()
    test.button(key="wb_review_accept").click().run()
    assert not test.exception and len(rows(test)) == 2
    assert "1 edge accepted" in texts(test)
    test.button(key="wb_review_notice_undo").click().run()
    assert len(rows(test)) == 3 and "back for review" in texts(test)


def test_listed_drafts_are_accepted_together_except_uncertain_ones(
    review: Open, museum: Workbench
) -> None:
    test = review()
    assert test.button(key="wb_review_accept_all").label == "Accept all that match: 2"
    test.button(key="wb_review_accept_all").click().run()
    assert rows(test) == ["Orlova — painted → Bridge"]
    assert len(museum.sync.workspace("museum").edges) == 7
    test.segmented_control(key=session_graph.REVIEW_STATE).set_value("accepted").run()
    assert len(rows(test)) == 2
    test.button(key="wb_review_undo").click().run()
    assert len(museum.sync.workspace("museum").edges) == 6


def test_filters_count_and_narrow_the_list(review: Open) -> None:
    test = review()
    relation = test.selectbox(key=session_graph.REVIEW_FILTERS["relation"])
    assert relation.options == ["All relations", "painted · 2", "hangs in · 1"]
    relation.set_value("HANGS_IN").run()
    assert rows(test) == ["Lighthouse — hangs in → North hall"]
    test.button(key="wb_review_reject").click().run()
    assert "1 edge rejected" in texts(test)


def test_the_dialog_offers_the_nodes_that_a_name_may_mean(review: Open, museum: Workbench) -> None:
    test = review()
    test.button(key="wb_review_edit").click().run()
    assert not test.exception
    (unsure,) = [one.draft for one in museum.sync.drafts("museum") if not one.draft.is_certain]
    source = test.selectbox(key=f"wb_draft_source_{unsure.id}")
    assert source.options == ["Orlova · Painter", "New node: Anna Orlova"]
    assert test.selectbox(key=f"wb_draft_relation_{unsure.id}").options == ["painted", "hangs in"]
    assert test.button(key="wb_draft_save").label == "Accept"


def test_the_graph_names_the_model_of_an_accepted_edge(review: Open, museum: Workbench) -> None:
    found = museum.sync.drafts("museum", relation="HANGS_IN")
    museum.sync.accept_drafts("museum", [found[0].draft.id])
    test = review("ru-RU")
    test.segmented_control(key=session_graph.PART).set_value("graph").run()
    test.query_params["node"] = "painting:lighthouse"
    test.run()
    metas = [one["meta"] for one in component(test, "sources")["sources"].values()]
    assert any("извлечено моделью openai:gpt-4o" in part for meta in metas for part in meta)


def test_without_drafts_and_a_model_the_review_says_what_extraction_needs(app: Open) -> None:
    test = app("graph", locale="en-US")
    test.segmented_control(key=session_graph.PART).set_value("review").run()
    assert "checked against the document" in texts(test)
    test.button(key="wb_extract").click().run()
    assert not test.exception and "needs a model" in texts(test)


def test_an_extraction_states_its_price_and_fills_the_review(
    empty_review: Open,
) -> None:
    test = empty_review()
    test.button(key="wb_extract").click().run()
    go = test.button(key="wb_extract_go")
    assert go.label == "Read 3 passages"
    assert "openai:gpt-4o · 3 calls · about" in texts(test) and "at most $" in texts(test)
    go.click().run()
    job = session_graph.extraction_jobs().find("museum")
    assert job is not None
    job.join(60)
    test.run()
    assert not test.exception and len(rows(test)) == 3
    assert "3 new edges · 1 further quote" in texts(test)
    test.button(key="wb_extract_close").click().run()
    test.button(key="wb_extract").click().run()
    assert test.button(key="wb_extract_go").disabled
    assert "3 passages were read before" in texts(test)


def test_an_extraction_that_ends_while_the_page_is_drawn_fills_the_review(
    unread_museum: Workbench, empty_review: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    test = empty_review()
    read, early = unread_museum.drafts, [()]

    async def read_before_the_end(workspace: str) -> tuple[ReviewedDraft, ...]:
        job = session_graph.extraction_jobs().find("museum")
        if job is None or not early:
            return await read(workspace)
        await asyncio.to_thread(job.join, 60)
        return early.pop()

    monkeypatch.setattr(unread_museum, "drafts", read_before_the_end)
    test.button(key="wb_extract").click().run()
    test.button(key="wb_extract_go").click().run()
    assert not test.exception and len(rows(test)) == 3
    assert "Review: 3" in test.segmented_control(key=session_graph.PART).options


def test_types_are_proposed_in_one_call(
    unread_museum: Workbench, empty_review: Open, server: ModelServer
) -> None:
    test = empty_review()
    test.session_state["wb_extract_what"] = "types"
    test.button(key="wb_extract").click().run()
    assert "1 call ·" in texts(test)
    quote = "Orlova painted Bridge in 1924."
    year = {"name": "year", "label_ru": "Год", "label_en": "Year", "quote": quote}
    server.choose(
        lambda _: say(json.dumps({"node_types": [year], "edge_types": [], "intents": []}))
    )
    test.button(key="wb_extract_go").click().run()
    job = session_graph.extraction_jobs().find("museum")
    assert job is not None
    job.join(60)
    test.run()
    assert "1 type or intent proposed" in texts(test)
    assert [one.draft.name for one in unread_museum.sync.entries("museum")] == ["year"]


def test_drafted_types_are_accepted_into_the_workspace(
    museum: Workbench, review: Open, tmp_path: Path
) -> None:
    found = EntryDraft(
        id="entry-1",
        workspace="museum",
        section="node_types",
        name="depot",
        entry={"label": {"en": "Depot", "ru": "Хранилище"}},
        supports=museum.sync.drafts("museum")[0].draft.supports,
        created_at=datetime.now(UTC),
    )
    bridge().run(museum.runs.drafts.record("museum", "passage-1", [found]))
    test = review()
    assert test.expander[0].label == "1 type or intent to review" and "Хранилище" in texts(test)
    test.button(key="wb_entry_accept_entry-1").click().run()
    assert not test.exception and "1 entry written" in texts(test)
    assert "depot:" in (tmp_path / "museum" / "workspace.yaml").read_text("utf-8")
    test.button(key="wb_entries_notice_undo").click().run()
    assert "depot" not in museum.sync.workspace("museum").spec.node_types
