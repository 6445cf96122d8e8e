"""The ticket of a browser tab, under which its jobs are found again after a reload.

The address does not have it: whoever opens a copied address sees none of the jobs.
"""

import uuid
from typing import cast

import streamlit as st

from workbench.ui.tabs import Tabs

_TICKET = "wb_ticket"
_RESTORED = "wb_tab_restored"


def ticket() -> str:
    """The ticket of this tab, made for its first job."""
    return str(st.session_state.setdefault(_TICKET, uuid.uuid4().hex[:12]))


def known_ticket() -> str:
    """The ticket of this tab; empty before its first job."""
    return str(st.session_state.get(_TICKET, ""))


def keep_ticket(tab: str) -> None:
    """Take the ticket that the tab had before a reload, or keep the present one for the next."""
    if known_ticket() or _tickets().has(tab):
        st.session_state[_TICKET] = _tickets().adopt(tab, known_ticket())


def forget_ticket(tab: str) -> None:
    """Forget the ticket of a tab: no reload finds it again."""
    _tickets().forget(tab)


def count_restored() -> None:
    """Note that drafts came back after a reload."""
    st.session_state[_RESTORED] = restored() + 1


def restored() -> int:
    """How often drafts came back in this session; editors replace their text when it changes."""
    return cast(int, st.session_state.get(_RESTORED, 0))


@st.cache_resource(show_spinner=False)
def _tickets() -> Tabs[str]:
    return Tabs()
