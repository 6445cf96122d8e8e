"""What a browser tab finds again after a reload: models, keys, jobs, drafts and choices.

All of it stays in memory, for one tab and one person, until an hour after its last use or until
the person signs out.
"""

from typing import Any

import streamlit as st

from workbench.ui import (
    session,
    session_edits,
    session_matrix,
    session_plan,
    session_prompts,
    session_runs,
    session_tab,
)
from workbench.ui.components.tab import tab_id
from workbench.ui.session_models import SessionModels
from workbench.ui.tabs import Tabs

_TAB = "wb_tab"
_HAS_ASKED = "wb_tab_asked"
_SIGNED_OUT = "wb_signed_out"
_KEPT = (
    *session_plan.KEPT,
    *session_edits.KEPT,
    *session_prompts.KEPT,
    *session_matrix.KEPT,
    *session_runs.KEPT,
)
"""Keys of drafts and choices; one that ends in ``_`` stands for all that begin with it."""
_PREFIXES = tuple(key for key in _KEPT if key.endswith("_"))


@st.cache_resource(show_spinner=False)
def _models() -> Tabs[SessionModels]:
    return Tabs()


@st.cache_resource(show_spinner=False)
def _work() -> Tabs[dict[str, Any]]:
    return Tabs()


def keep_tab() -> None:
    """Find again what this tab had before a reload, or keep what it has now for the next one."""
    state = st.session_state
    if state.get(_SIGNED_OUT):
        return
    known, models, ticket = state.get(_TAB), session.models(), session_tab.known_ticket()
    state[_HAS_ASKED] = models.has_choices or bool(ticket or _present())
    found = tab_id(known, keeps=state[_HAS_ASKED], key="wb_tab_of")
    if found is None:
        return
    state[_TAB], name = found, _name(found)
    session.set_models(_models().adopt(name, models))
    session_tab.keep_ticket(name)
    if found != known and _work().has(name):
        _restore(_work().adopt(name, {}))
    else:
        _work().put(name, _present())
    if session.models() is not models or session_tab.known_ticket() != ticket:
        st.rerun()


def keep_work() -> None:
    """Keep the drafts and choices; a fragment that runs by itself does not reach ``keep_tab``."""
    state = st.session_state
    if state.get(_SIGNED_OUT):
        return
    if found := state.get(_TAB):
        _work().put(_name(found), _present())
    elif not state.get(_HAS_ASKED) and _present():
        st.rerun()  # for ``keep_tab``, which asks the browser for the tab's id


def sign_out() -> None:
    """Forget what this tab keeps, and sign the person out."""
    st.session_state[_SIGNED_OUT] = True
    if found := st.session_state.get(_TAB):
        name = _name(found)
        _models().forget(name)
        _work().forget(name)
        session_tab.forget_ticket(name)
    st.logout()


def _name(tab: str) -> str:
    return f"{tab} {session.person().name}"


def _is_kept(key: str) -> bool:
    return key in _KEPT or key.startswith(_PREFIXES)


def _present() -> dict[str, Any]:
    """The drafts and choices of this session, by key."""
    return {
        str(key): value for key, value in st.session_state.to_dict().items() if _is_kept(str(key))
    }


def _restore(work: dict[str, Any]) -> None:
    """Replace the drafts and choices of a session that has just begun with those of its tab."""
    for key in _present().keys() - work.keys():
        del st.session_state[key]
    for key, value in work.items():
        st.session_state[key] = value
    session_tab.count_restored()
