"""The input bar at the bottom of the page: options, question, new thread and Stop."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from workbench.domain import limits
from workbench.domain.local_text import localize
from workbench.ui import session, session_options, session_question
from workbench.ui.components.question_echo import echo_question
from workbench.ui.components.unsent_question import keep_unsent_question
from workbench.ui.html import tag
from workbench.ui.panels import add_files, empty, options, step_strip
from workbench.ui.role_controls import refused
from workbench.ui.texts import Texts

if TYPE_CHECKING:
    from workbench.bootstrap import WorkspaceSummary


def draw(t: Texts, summary: "WorkspaceSummary", ask: Callable[[str], None]) -> DeltaGenerator:
    """Draw the options and the question box, and return the row, which a button completes.

    ``ask`` is called with a submitted question before the page is drawn again.
    """

    def submitted() -> None:
        question = session_question.typed()
        if question and not session_question.give_back_if_long(question):
            ask(question)

    keep_unsent_question(session_question.BOX, session.person().name, key="wb_unsent")
    echo_question(session_question.BOX, step_strip.strip_at_start(t), key="wb_echo")
    with st.bottom:
        if session.current_name() is None and session.preparation(summary.id) is not None:
            empty.draw_preparing(t, summary.id)
        if length := session_question.refused_length():
            told = t("ask.box.too_long", length=length, limit=limits.QUESTION)
            st.html(tag("p", told, cls="wb-problem", role="alert"))
        if reason := refused("stream"):
            st.html(tag("p", reason, cls="wb-small"))
        add_files.draw_note(t, localize(summary.title, t.language))
        row = st.container(
            horizontal=True, vertical_alignment="bottom", gap="small", key="wb_ask_row", wrap=False
        )
    with row:
        with st.container(width="content"):
            _options(t, summary.citations)
        st.chat_input(
            t("ask.box.placeholder"),
            key=session_question.BOX,
            max_chars=session_question.MOST_TYPED,
            disabled=bool(reason),
            on_submit=submitted,
        )
    return row


@st.fragment
def _options(t: Texts, citations: str) -> None:
    """Draw the options, which are many, only while they are open; a change draws the page again."""
    before = session.options()
    popover = st.popover(
        t("ask.box.options"), icon=":material/tune:", key=session_options.OPEN, on_change="rerun"
    )
    if session_options.take_drawing():
        with popover:
            session.set_options(options.draw(t, before, citations))
        if session.options() != before:
            st.rerun()


def draw_button(row: DeltaGenerator, t: Texts, *, running: bool) -> None:
    """Draw Stop while a run is in progress, else the button that begins a new conversation."""
    with row:
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
