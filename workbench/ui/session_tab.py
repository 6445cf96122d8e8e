"""The ticket of a browser tab, under which its jobs are found again after a reload.

The address does not have it: whoever opens a copied address sees none of the jobs.
"""

import uuid

import streamlit as st

_TICKET = "wb_ticket"
KEPT = (_TICKET,)
"""Keys whose values a reload of the tab keeps."""


def ticket() -> str:
    """The ticket of this tab, made for its first job."""
    return str(st.session_state.setdefault(_TICKET, uuid.uuid4().hex[:12]))


def known_ticket() -> str:
    """The ticket of this tab; empty before its first job."""
    return str(st.session_state.get(_TICKET, ""))
