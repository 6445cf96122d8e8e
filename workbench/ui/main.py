"""The script that every page runs: page settings, navigation and sidebar."""

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from workbench.domain.local_text import LANGUAGES, localize
from workbench.errors import WorkbenchError
from workbench.ui import (
    demo_view,
    errors,
    session,
    session_question,
    session_reload,
    session_toast,
    sign_in,
    style,
)
from workbench.ui.components.address import one_history_entry
from workbench.ui.components.page_language import page_language
from workbench.ui.html import tag
from workbench.ui.navigation import page_entry, page_path
from workbench.ui.sign_in import Role
from workbench.ui.texts import Texts
from workbench.ui.workspace_titles import workspace_titles

PAGES = (
    "ask",
    "documents",
    "runs",
    "compare",
    "matrix",
    "explain",
    "graph",
    "registry",
    "prompts",
    "models",
)
"""The scripts in ``pages/``, in the order of the navigation; the first opens by default."""

_LANGUAGE_NAMES = {"ru": "Русский", "en": "English"}


def main() -> None:
    """Draw the page that the address asks for."""
    st.set_page_config(
        page_title=style.PRODUCT,
        page_icon=style.favicon(),
        layout="wide",
        initial_sidebar_state=230,
    )
    style.apply()
    session_toast.draw()
    if demo_view.is_wanted():
        demo_view.draw()
        return
    _restore_session()
    t = session.texts()
    page = st.navigation([_page(name, t) for name in PAGES])
    st.set_page_config(page_title=f"{page.title} · {style.PRODUCT}")
    page_language(t.language, key="wb_page_language")
    one_history_entry(key="wb_address")
    session_reload.find_again(t("common.error.no_scripts"))
    if page.url_path:  # every page but the first, Ask
        session_question.leave_box()
    _sidebar(t)
    _draw_notices(t)
    try:
        if session.summary().error and page_entry(page.url_path or PAGES[0]).needs_workspace:
            errors.draw_workspace(session.summary(), t)
            return
        page.run()
        session_reload.keep()
    except WorkbenchError as error:
        errors.draw(error, t)


def _restore_session() -> None:
    """Restore the choices of the session; stop where there is no person or no workspace."""
    try:
        with st.skeleton(height=240):
            person, summaries = session.person(), session.workspaces()
    except WorkbenchError as error:
        errors.draw(error, Texts(session.browser_language()))
        st.stop()
    if not person.may(Role.VIEWER):
        language = session.browser_language(st.query_params.get("lang"))
        page_language(language, key="wb_page_language")
        sign_in.draw_gate(person, Texts(language))
        st.stop()
    if not summaries:
        language = session.browser_language()
        st.info(Texts(language)("common.error.no_workspaces"), icon=":material/folder_off:")
        st.stop()
    session.restore({summary.id: summary.languages for summary in summaries})


def _draw_notices(t: Texts) -> None:
    """Say that runs are not stored, that the workspace has changed, or that it is unknown."""
    if reason := session.store_error():
        message = f"{t('common.error.unstored')} {errors.sentence(reason, t)}"
        st.toast(message, icon=":material/save:")
    if session.entered_workspace():
        st.toast(t("common.sidebar.entered", name=_title(t)), icon=":material/folder_open:")
    if missing := session.unknown_workspace():
        st.warning(
            t("common.error.no_such_workspace", name=missing, shown=_title(t)),
            icon=":material/folder_off:",
        )


def _page(name: str, t: Texts) -> StreamlitPage:
    entry = page_entry(name)
    return st.Page(
        page_path(name),
        title=localize(entry.title, t.language),
        icon=entry.icon,
        help=localize(entry.help, t.language),
        default=name == PAGES[0],
    )


def _title(t: Texts) -> str:
    return localize(session.summary().title, t.language)


def _sidebar(t: Texts) -> None:
    titles = workspace_titles()
    with st.sidebar:
        st.selectbox(
            t("common.sidebar.workspace"),
            list(titles),
            format_func=titles.__getitem__,
            key=session.translated_key(session.WORKSPACE),
            on_change=session.change_workspace,
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
        _person(t)


def _person(t: Texts) -> None:
    """Draw who is signed in, with what role."""
    person = session.person()
    if person is sign_in.ANYONE:
        return
    role = t(f"common.person.role.{person.role.name.lower()}")
    st.html(tag("p", f"{person.name} · {role}", cls="wb-small"))
    sign_in.draw_sign_out(t, session_reload.sign_out)


main()
