"""What stays at the bottom of the page: options, the question, the thread, Stop."""

from enum import Enum
from typing import Any, TypeVar

import streamlit as st

from workbench.domain.answer import AskOptions, Audience, CitationStyle, Format, Mode, Template
from workbench.ui import session
from workbench.ui.texts import Texts

E = TypeVar("E", bound=Enum)


def draw(t: Texts, workspace: str, *, running: bool) -> str | None:
    """Draw the row; returns a question when one was sent."""
    with (
        st.bottom,
        st.container(
            horizontal=True, vertical_alignment="bottom", gap="small", key="wb_ask_row", wrap=False
        ),
    ):
        with st.popover(t("ask.box.options"), icon=":material/tune:"):
            session.set_options(_options(t, session.options()))
        question = st.chat_input(
            t("ask.box.placeholder", workspace=workspace), key="wb_question", max_chars=2000
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


def _options(t: Texts, now: AskOptions) -> AskOptions:
    style = st.selectbox(
        t("ask.options.citations"),
        [None, *CitationStyle],
        index=0 if now.citations is None else 1 + list(CitationStyle).index(now.citations),
        format_func=lambda one: (
            t(f"ask.options.styles.{one}") if one else t("ask.options.workspace_default")
        ),
        key="wb_option_citations",
    )
    values: dict[str, Any] = {
        "citations": style,
        "mode": _choice(t, "mode", now.mode, Mode),
        "format": _choice(t, "format", now.format, Format),
        "template": _choice(t, "template", now.template, Template),
        "audience": _choice(t, "audience", now.audience, Audience),
    }
    st.caption(t("ask.options.note"))
    return now.model_copy(update=values)


def _choice(t: Texts, name: str, now: E, kind: type[E]) -> E:
    members = list(kind)
    return st.selectbox(
        t(f"ask.options.{name}"),
        members,
        index=members.index(now),
        format_func=lambda one: t(f"ask.options.{name}s.{one.value}"),
        key=f"wb_option_{name}",
    )
