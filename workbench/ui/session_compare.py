"""The Compare page's part of the session: the runs that stand side by side."""

from collections.abc import Sequence
from typing import NoReturn

import streamlit as st

from workbench.ui import session
from workbench.ui.navigation import page_path

MOST = 4
"""Runs that have room side by side."""
COMPARED = "wb_compared"
_WRITTEN = "wb_compared_written"


def open_compare(run_ids: Sequence[str]) -> NoReturn:
    """Switch to the Compare page with these runs, of which the others are compared to the first.

    The address is complete, so that one step back leads to where the person came from.
    """
    address = {"w": session.workspace_id(), "lang": session.language(), "runs": ",".join(run_ids)}
    st.switch_page(page_path("compare"), query_params=address)


def read_address() -> None:
    """Choose the runs that the address names, unless the page itself wrote it there."""
    named = st.query_params.get("runs", "")
    if named and named != st.session_state.get(_WRITTEN):
        wanted = (one.strip() for one in named.split(","))
        st.session_state[COMPARED] = list(dict.fromkeys(filter(None, wanted)))[:MOST]


def compared() -> list[str]:
    """The ids of the chosen runs; prefixes of ids where the address has them."""
    return list(st.session_state.get(COMPARED) or ())


def choose(run_ids: Sequence[str]) -> None:
    """Replace the chosen runs, before their widget is drawn."""
    st.session_state[COMPARED] = list(run_ids)


def write_address() -> None:
    """Name the chosen runs in the address, so that a reload or a link opens them."""
    named = ",".join(compared())
    st.session_state[_WRITTEN] = named
    session.write_address(with_run=False, **({"runs": named} if named else {}))
