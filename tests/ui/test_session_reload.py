"""A reload finds what its tab had, for the same person; signing out forgets it."""

from collections.abc import Callable, Iterator

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.support.fake_workbench import FakeWorkbench
from tests.support.sample_run import RUN_ID, sample_run
from workbench.ui import (
    session,
    session_documents,
    session_matrix,
    session_plan,
    session_reload,
    session_runs,
)
from workbench.ui.sign_in import Person, Role

Open = Callable[..., AppTest]
KEY = "sk-of-this-tab"


@pytest.fixture(autouse=True)
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str | None]]:
    """The tab and the person of the session that opens next."""
    place: dict[str, str | None] = {"tab": "one", "person": "ann"}
    bench = FakeWorkbench(runs=(sample_run(),))
    monkeypatch.setattr(session, "open_workbench", lambda: bench)
    monkeypatch.setattr(session, "person", lambda: Person(str(place["person"]), Role.EDITOR))
    monkeypatch.setattr(session_reload, "tab_id", lambda *_, **__: place["tab"])
    st.cache_resource.clear()
    yield place
    st.cache_resource.clear()


def page() -> None:
    """A page with a draft, a choice, a key and a button that signs out."""
    import streamlit as st

    from tests.support.sample_run import RUN_ID
    from workbench.ui import session, session_plan, session_reload, session_runs

    session_reload.find_again("Scripts are blocked")
    st.text_input("Words", key=session_runs.filter_key("text"), persist_state="session")
    st.code(session_plan.plan_text(RUN_ID, "the plan of the run"))
    st.text_input(
        "Key", key=session.key_field("openai"), on_change=session.take_key, args=("openai",)
    )
    st.caption(str(session.models().key_origin("openai")))
    st.button("Sign out", on_click=session_reload.sign_out)
    session_reload.keep()


def opened() -> AppTest:
    test = AppTest.from_function(page, default_timeout=60).run()
    assert not test.exception
    return test


def edited() -> AppTest:
    test = opened()
    test.text_input(key=session_runs.filter_key("text")).set_value("Vega")
    test.text_input(key=session.key_field("openai")).set_value(KEY)
    test.session_state[f"wb_plan_text_{RUN_ID}"] = "the draft"
    return test.run()


def shown(test: AppTest) -> tuple[str | None, str, str | None]:
    """The choice, the draft, and where the key comes from."""
    choice = test.text_input(key=session_runs.filter_key("text")).value
    return choice, test.code[0].value, test.caption[0].value


NOTHING = ("", "the plan of the run", "None")


def test_a_reload_finds_drafts_choices_and_keys() -> None:
    assert shown(opened()) == NOTHING
    edited()
    assert shown(opened()) == ("Vega", "the draft", "session")


def test_the_documents_page_is_found_as_it_was_left() -> None:
    """Its view, the words and filters of both lists, the settings of the search tester."""
    kept = {session_documents.VIEW: "search", session_documents.TESTER_QUERY: "excess"}
    kept[session_documents.tester_filter_key("portfolio", "document_type")] = "cv"
    kept[f"{session_documents.tester_key('portfolio')}_fusion"] = "reciprocal_rank"
    kept |= dict.fromkeys(session_documents.DOCUMENT_FILTERS, "md")
    test = edited()
    for key, value in kept.items():
        test.session_state[key] = value
    test.run()
    assert {key: opened().session_state[key] for key in kept} == kept


def test_what_a_reload_found_is_edited_further_and_found_again() -> None:
    edited()
    test = opened()
    test.text_input(key=session_runs.filter_key("text")).set_value("Rigel").run()
    assert shown(test)[0] == "Rigel"
    assert shown(opened())[0] == "Rigel"


def test_another_tab_and_another_person_find_nothing(place: dict[str, str | None]) -> None:
    edited()
    assert shown(AppTest.from_function(page).run())[0] == "Vega"
    place["tab"] = "two"
    assert shown(opened()) == NOTHING
    place.update(tab="one", person="bob")
    assert shown(opened()) == NOTHING


def test_nothing_is_drawn_before_the_browser_has_told_its_tab(place: dict[str, str | None]) -> None:
    edited()
    place["tab"] = None
    test = opened()
    assert not test.text_input
    [late] = test.get("html")
    assert "Scripts are blocked" in late.proto.body
    place["tab"] = "one"
    assert shown(test.run())[0] == "Vega"
    assert not test.get("html")


def test_a_tab_that_was_told_once_is_not_waited_for(place: dict[str, str | None]) -> None:
    test = edited()
    place["tab"] = None
    assert shown(test.run())[0] == "Vega"


def test_signing_out_forgets_it() -> None:
    test = edited()
    test.button[0].click().run()
    assert shown(test)[1:] == NOTHING[1:]
    assert shown(opened())[1:] == NOTHING[1:]


@pytest.mark.parametrize(
    "key",
    [
        f"wb_plan_text_{RUN_ID}",
        "wb_prompt_text_portfolio/planner.jinja/0",
        f"wb_edited_entities_{RUN_ID}",
        "wb_graph_state_portfolio",
        session_matrix.QUESTIONS,
        session_matrix.axis_key("model"),
        session_runs.COLUMNS,
    ],
)
def test_drafts_and_choices_of_every_page_are_kept(key: str) -> None:
    test = opened()
    test.session_state[key] = ["anything"]
    test.run()
    assert opened().session_state[key] == ["anything"]


def test_what_belongs_to_one_drawing_of_a_page_is_not_kept() -> None:
    test = opened()
    test.session_state[session_plan.plan_view_key(RUN_ID)] = "form"
    test.run()
    assert session_plan.plan_view_key(RUN_ID) not in opened().session_state
