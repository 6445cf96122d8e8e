"""The input bar at the bottom of the page: options, question, new thread and Stop."""

from typing import TYPE_CHECKING

import streamlit as st

from workbench.domain import limits
from workbench.domain.local_text import localize
from workbench.ui import session
from workbench.ui.panels import add_files, empty, options
from workbench.ui.texts import Texts

if TYPE_CHECKING:
    from workbench.bootstrap import WorkspaceSummary


def draw(t: Texts, summary: "WorkspaceSummary", *, running: bool) -> str | None:
    """Draw the bar and return the submitted question, or None."""
    with st.bottom:
        if session.current_name() is None and session.preparation(summary.id) is not None:
            empty.draw_preparing(t, summary.id)
        add_files.draw_note(t, localize(summary.title, t.language))
        return _row(t, summary, running=running)


def _row(t: Texts, summary: "WorkspaceSummary", *, running: bool) -> str | None:
    with (
        st.container(
            horizontal=True, vertical_alignment="bottom", gap="small", key="wb_ask_row", wrap=False
        ),
    ):
        with st.popover(t("ask.box.options"), icon=":material/tune:"):
            session.set_options(options.draw(t, session.options(), summary.citations))
        question = st.chat_input(
            t("ask.box.placeholder", workspace=localize(summary.title, t.language)),
            key="wb_question",
            max_chars=limits.QUESTION,
        )
        if running:
            _stop(t)
        else:
            st.button(
                t("ask.box.new_thread"),
                icon=":material/add_comment:",
                on_click=session.new_thread,
                disabled=session.current_name() is None,
                key="wb_new_thread",
            )
    return question.strip() if question and question.strip() else None


def _stop(t: Texts) -> None:
    live = session.current_live()
    stopping = live is not None and live.stopping
    st.button(
        t("ask.state.stopping" if stopping else "ask.state.stop"),
        icon=":material/stop_circle:",
        key="wb_stop",
        disabled=stopping,
        on_click=live.cancel if live else None,
    )
