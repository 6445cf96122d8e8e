"""The Runs page's part of the session: filters, length and selection of the list."""

from typing import cast

import streamlit as st

from workbench.ui import session

_RUNS_SHOWN = "wb_runs_shown"
_RUNS_DELETED = "wb_runs_deleted"
RUN_FILTERS = ("wb_runs_text", "wb_runs_workspace", "wb_runs_status")


def clear_run_filters() -> None:
    """Clear the filters of the Runs page."""
    for key in RUN_FILTERS:
        st.session_state.pop(key, None)


def runs_shown(least: int) -> int:
    """How many runs the list shows."""
    return max(least, cast(int, st.session_state.get(_RUNS_SHOWN, 0)))


def show_more_runs(more: int) -> None:
    """Make the list longer."""
    st.session_state[_RUNS_SHOWN] = runs_shown(more) + more


def runs_table_key() -> str:
    """The table's widget key; it changes after a deletion, which clears the selection."""
    return f"wb_runs_table_{st.session_state.get(_RUNS_DELETED, 0)}"


def forget_runs(run_ids: list[str]) -> None:
    """Close the current run if it was deleted, and clear the table's selection."""
    if session.current_name() in run_ids:
        session.new_thread()
    st.session_state[_RUNS_DELETED] = st.session_state.get(_RUNS_DELETED, 0) + 1
