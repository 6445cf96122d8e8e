"""What a browser tab finds again after a reload: models, keys, jobs, options, drafts and choices.

All of it stays in memory, for one tab and one person, until an hour after its last use or until
the person signs out.
"""

from typing import Any

import streamlit as st

from workbench.ui import (
    session,
    session_documents,
    session_edits,
    session_graph,
    session_matrix,
    session_plan,
    session_prompts,
    session_runs,
    session_subgraph,
    session_tab,
    session_thread,
)
from workbench.ui.components.tab import tab_id
from workbench.ui.html import tag
from workbench.ui.tabs import Tabs

TAB = "wb_tab"
"""Key of the tab's id."""
_MODULES = (
    session,
    session_documents,
    session_edits,
    session_graph,
    session_matrix,
    session_plan,
    session_prompts,
    session_runs,
    session_subgraph,
    session_tab,
    session_thread,
)
_KEPT = tuple(key for module in _MODULES for key in module.KEPT)
"""Keys of the session's state; one that ends in ``_`` stands for all that begin with it."""
_PREFIXES = tuple(key for key in _KEPT if key.endswith("_"))


@st.cache_resource(show_spinner=False)
def _tabs() -> Tabs[dict[str, Any]]:
    return Tabs()


def find_again(late: str) -> None:
    """Find again what this tab had before a reload; until it is known no page is drawn.

    What is drawn before would show the values of a new session, and its widgets would keep them;
    a page that is drawn twice at once may lose what is chosen on it.

    Args:
        late: what is said after some seconds, if the browser has still not told its tab.
    """
    state, known = st.session_state, st.session_state.get(TAB)
    found = tab_id(known, key="wb_tab_of") or known  # a page may be left before it was told
    if found is None:
        st.html(tag("p", late, cls="wb-late", role="alert"))
        st.stop()
    if found not in (None, known):
        state[TAB] = found
        state.update(_tabs().find(_name(found)) or {})


def keep() -> None:
    """Keep what this tab has, for its next reload; after a page, or a part of it, was drawn."""
    if tab := st.session_state.get(TAB):
        _tabs().put(_name(tab), _present())


def sign_out() -> None:
    """Forget what this tab has, and sign the person out."""
    if tab := st.session_state.get(TAB):
        _tabs().forget(_name(tab))
    for key in _present():
        del st.session_state[key]
    st.logout()


def _name(tab: str) -> str:
    return f"{tab} {session.person().name}"


def _present() -> dict[str, Any]:
    """What the session has of that which a reload keeps, by key."""
    state = st.session_state.to_dict()
    return {
        str(key): value
        for key, value in state.items()
        if key in _KEPT or str(key).startswith(_PREFIXES)
    }
