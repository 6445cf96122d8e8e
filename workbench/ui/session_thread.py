"""The conversation's part of the session: the questions of a thread and the forks of a run."""

from collections.abc import Mapping

import streamlit as st

from workbench.domain.run import Run
from workbench.domain.run_summary import RunSummary
from workbench.ui import session

_TALK = "wb_conversation"
KEPT = (_TALK,)
"""Keys whose values a reload of the tab keeps."""
_RECENT = 100
"""Maximum number of runs read to list a conversation's questions."""


def thread_runs(run: Run) -> list[RunSummary]:
    """The questions of a run's conversation, oldest first, without forks."""
    if run.thread_id is None:
        return []
    recent = session.workbench().runs.list(thread=run.thread_id, limit=_RECENT)
    return [one for one in reversed(recent) if one.parent_id is None]


def shows_conversation() -> bool:
    """Whether the column of the conversation is open."""
    return bool(st.session_state.get(_TALK))


def toggle_conversation() -> None:
    """Open or close the column of the conversation."""
    st.session_state[_TALK] = not shows_conversation()


def family(run: Run) -> list[str]:
    """The ids of a run, its ancestors and all their forks, oldest first."""
    known = {run.id: run.parent_id}
    if run.thread_id is not None:
        recent = session.workbench().runs.list(thread=run.thread_id, limit=_RECENT)
        known = {one.id: one.parent_id for one in reversed(recent)} | known
    found = {_first_of(run.id, known)}
    while more := {name for name, parent in known.items() if parent in found} - found:
        found |= more
    order = [name for name in known if name in found]
    return order if len(order) == len(found) else [*(found - set(order)), *order]


def _first_of(run_id: str, parents: Mapping[str, str | None]) -> str:
    """The run without a parent that a fork goes back to; the last one known at least."""
    while parent := parents.get(run_id):
        run_id = parent
    return run_id
