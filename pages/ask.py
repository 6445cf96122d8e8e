"""The Ask page: a question, its answer, and the stages behind it."""

from typing import TYPE_CHECKING

import streamlit as st

from workbench.ui import actions, ask_view, session
from workbench.ui.navigation import Page
from workbench.ui.panels import empty, input_bar, shortcuts
from workbench.ui.texts import Texts

if TYPE_CHECKING:
    from workbench.bootstrap import WorkspaceSummary

PAGE = Page(
    title={"ru": "Вопрос", "en": "Ask"},
    help={
        "ru": "Задайте вопрос и посмотрите, из каких сущностей, плана, вызовов и источников "
        "сложился ответ.",
        "en": "Ask a question and see the entities, plan, tool calls and sources behind "
        "the answer.",
    },
    icon=":material/forum:",
)


def main() -> None:
    """Draw the page."""
    t, summary = session.texts(), session.summary()
    shortcuts.draw(t)
    bar = input_bar.draw(t, summary, actions.ask)
    live, place = session.current_live(), st.empty()
    if live is not None:
        ask_view.draw_begun(live, t, place)
    running = live is not None and not live.snapshot.finished
    input_bar.draw_button(bar, t, running=running)
    session.write_address(with_run=True)
    with place.container():
        if live is not None:
            (ask_view.draw_live if running else ask_view.draw_ended)(live, t)
        else:
            draw_recorded_or_empty(t, summary)


def draw_recorded_or_empty(t: Texts, summary: "WorkspaceSummary") -> None:
    """Draw the chosen run from the store, or the start page if none is chosen."""
    chosen = session.current_name()
    run = session.workbench().runs.get(chosen) if chosen else None
    if run is not None:
        if session.preparation(run.workspace) is not None:
            empty.draw_preparing(t, run.workspace)
        else:
            ask_view.draw_recorded(run, t)
        return
    if chosen:
        st.warning(t("ask.state.missing"), icon=":material/search_off:")
    empty.draw(summary, t, offline=session.is_offline())


if __name__ == "__main__":
    main()
