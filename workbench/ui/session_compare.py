"""The Compare page's part of the session: the runs that stand side by side."""

from collections.abc import Sequence
from typing import NoReturn

import streamlit as st

from workbench.domain.run import Run
from workbench.ui import session
from workbench.ui.navigation import page_path

RECENT = 200
"""Newest runs among which a fork of the run shown is looked for."""
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
    """Choose the runs that the address names, unless the page itself wrote it there.

    Where it names none, the fork that the Ask page shows is chosen with its parent.
    """
    named = st.query_params.get("runs", "")
    if not named and COMPARED not in st.session_state:
        st.session_state[COMPARED] = _shown_fork()
        return
    if named and named != st.session_state.get(_WRITTEN):
        wanted = (one.strip() for one in named.split(","))
        st.session_state[COMPARED] = list(dict.fromkeys(filter(None, wanted)))[:MOST]


def _shown_fork() -> list[str]:
    """The parent of the run shown and the run itself, or the run and its last fork."""
    now = session.current_name()
    run = session.workbench().runs.get(now) if now else None
    if run is None or run.workspace != session.workspace_id():
        return []
    forks = [run.parent_id, run.id] if run.parent_id else [run.id, *_forks(run)[-1:]]
    return forks if len(forks) > 1 else []


def _forks(run: Run) -> list[str]:
    """The forks of a run among the recent runs of its workspace, oldest first."""
    recent = session.workbench().runs.list(workspace=run.workspace, limit=RECENT)
    return [one.id for one in reversed(recent) if one.parent_id == run.id]


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
