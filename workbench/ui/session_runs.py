"""The Runs page's part of the session: filters, columns, length and selection of the list."""

from datetime import date, datetime, time, timedelta
from typing import Any, cast

import streamlit as st

from workbench.domain.run_summary import RunFilters
from workbench.ui import session
from workbench.ui.run_table import DEFAULT_COLUMNS

_RUNS_SHOWN = "wb_runs_shown"
_RUNS_DELETED = "wb_runs_deleted"
COLUMNS = "wb_runs_columns"
PERIOD = "period"
FORKS, QUESTIONS = "forks", "questions"
"""The two kinds of runs that the filter by fork tells apart."""
POPOVER_FILTERS = (
    "verdict", "model", "template", "is_fork", "price_usd", "tag", "rating", PERIOD
)  # fmt: skip
"""The filters that are chosen in the popover."""
_FILTERS = ("text", "workspace", "status", *POPOVER_FILTERS)


def filter_key(name: str) -> str:
    """The widget key of a filter."""
    return f"wb_runs_{name}"


KEPT = (COLUMNS, *map(filter_key, _FILTERS))
"""Keys whose values a reload of the tab keeps."""


def run_filters() -> RunFilters:
    """The chosen filters, for ``runs.list``; those without a choice are left out."""
    chosen: dict[str, Any] = {name: st.session_state.get(filter_key(name)) for name in _FILTERS}
    period = chosen.pop(PERIOD) or ()
    if period:
        chosen["since"] = _midnight(period[0])
        chosen["before"] = _midnight(period[-1] + timedelta(days=1))
    if kind := chosen.pop("is_fork"):
        chosen["is_fork"] = kind == FORKS
    return cast(
        RunFilters, {name: value for name, value in chosen.items() if value or value is False}
    )


def chosen_in_popover() -> int:
    """How many filters of the popover are set."""
    return sum(bool(st.session_state.get(filter_key(name))) for name in POPOVER_FILTERS)


def _midnight(day: date) -> datetime:
    """The beginning of a day where the browser is."""
    return datetime.combine(day, time(), session.time_zone()).astimezone()


def clear_run_filters() -> None:
    """Clear the filters of the Runs page."""
    for name in _FILTERS:
        st.session_state.pop(filter_key(name), None)


def columns() -> list[str]:
    """The columns shown beside time and question."""
    return list(st.session_state.get(COLUMNS, DEFAULT_COLUMNS))


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
