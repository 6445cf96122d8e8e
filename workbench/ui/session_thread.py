"""The conversation's part of the session: the questions of a thread and the forks of a run."""

import streamlit as st

from workbench.domain.run import Run
from workbench.domain.run_summary import RunSummary
from workbench.ui import session

_TALK = "wb_conversation"
KEPT = (_TALK,)
"""Keys whose values a reload of the tab keeps."""
_RECENT = 100
"""Maximum number of runs read to list a conversation's questions, or the forks of a run."""


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
    found = session.workbench().runs.list(family=run.id, limit=_RECENT)
    return [one.id for one in reversed(found)]
