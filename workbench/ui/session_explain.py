"""The Explain page's part of the session: the explanations under way and those that ended."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

import streamlit as st

from workbench.ui import session, session_tab
from workbench.ui.navigation import page_path
from workbench.ui.stream_jobs import StreamJobs

if TYPE_CHECKING:
    from workbench.ui.stream_jobs import StreamJob

ExplainJob: TypeAlias = "StreamJob[Any, Any]"

WAY = "wb_explain_way"
RUN = "wb_explain_run"


@st.cache_resource(show_spinner=False)
def _jobs() -> "StreamJobs[Any, Any]":
    """The explanations of this process, by tab and what is explained."""
    return StreamJobs()


def job(place: str) -> "ExplainJob | None":
    """The explanation of this name in this tab, under way or ended."""
    return _jobs().find(f"{session_tab.known_ticket()}/{place}")


def start(place: str, steps: Callable[[], Iterator[Any]], result: type[Any]) -> None:
    """Begin an explanation, unless it is under way."""
    _jobs().start(f"{session_tab.ticket()}/{place}", steps, result)


def show_run(run_id: str) -> None:
    """Choose a run in the list, before its widget is drawn."""
    st.session_state[RUN] = run_id


def choose_run() -> None:
    """Show the run that was just chosen in the list, in the address too."""
    session.open_run(st.session_state[RUN])


def key(name: str, run_id: str) -> str:
    """The widget key of a choice about a run."""
    return f"wb_explain_{name}_{run_id}"


def open_explain(run_id: str) -> None:
    """Go to the Explain page with a run."""
    address = {"w": session.workspace_id(), "lang": session.language(), "run": run_id}
    st.switch_page(page_path("explain"), query_params=address)
