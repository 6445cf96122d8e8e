"""The script behind every page: page settings, navigation, and what stays in the sidebar."""

import streamlit as st

from workbench.domain.local_text import LANGUAGES, localize
from workbench.errors import WorkbenchError
from workbench.ui import errors, session, style
from workbench.ui.navigation import page_path
from workbench.ui.texts import Texts

_LANGUAGE_NAMES = {"ru": "Русский", "en": "English"}


def main() -> None:
    """Draw the page that the address asks for."""
    st.set_page_config(
        page_title="Workbench", page_icon=style.favicon(), layout="wide", initial_sidebar_state=230
    )
    style.apply()
    try:
        with st.skeleton(height=240):
            summaries = session.workspaces()
    except WorkbenchError as error:
        errors.draw(error, Texts(session.browser_language()))
        st.stop()
    if not summaries:
        language = session.browser_language()
        st.info(Texts(language)("common.error.no_workspaces"), icon=":material/folder_off:")
        st.stop()
    session.restore({summary.id: summary.languages for summary in summaries})
    t = session.texts()
    page = st.navigation(
        [
            st.Page(
                page_path("ask"),
                title=t("common.nav.ask"),
                icon=":material/forum:",
                help=t("common.nav.ask_help"),
                default=True,
            ),
            st.Page(
                page_path("runs"),
                title=t("common.nav.runs"),
                icon=":material/history:",
                help=t("common.nav.runs_help"),
            ),
            st.Page(
                page_path("models"),
                title=t("common.nav.models"),
                icon=":material/neurology:",
                help=t("common.nav.models_help"),
            ),
        ]
    )
    _sidebar(t)
    page.run()


def _sidebar(t: Texts) -> None:
    summaries = {summary.id: summary for summary in session.workspaces()}
    with st.sidebar:
        st.selectbox(
            t("common.sidebar.workspace"),
            list(summaries),
            format_func=lambda name: localize(summaries[name].title, t.language),
            key=session.worded(session.WORKSPACE),
            on_change=session.new_thread,
            persist_state="session",
        )
        st.segmented_control(
            t("common.sidebar.language"),
            LANGUAGES,
            format_func=lambda name: _LANGUAGE_NAMES[name],
            key=session.LANGUAGE,
            required=True,
            persist_state="session",
        )


main()
