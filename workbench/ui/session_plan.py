"""The plan panel's part of the session: its view and the edits not yet run."""

from typing import cast

import streamlit as st

_PLAN_TEXT = "wb_plan_text_"
_PLAN_REVISION = "wb_plan_revision_"


def plan_view_key(run_id: str) -> str:
    """The widget key of the plan's view switch."""
    return f"wb_plan_view_{run_id}"


def plan_editor_key(run_id: str) -> str:
    """The widget key of a run's plan editor."""
    return f"wb_plan_editor_{run_id}"


def edit_plan(run_id: str) -> None:
    """Switch the plan panel to its editor."""
    st.session_state[plan_view_key(run_id)] = "json"


def plan_text(run_id: str, original: str) -> str:
    """The plan as edited so far."""
    return cast(str, st.session_state.setdefault(f"{_PLAN_TEXT}{run_id}", original))


def save_plan_text(run_id: str) -> None:
    """Store the edited text, which the component loses when it is not drawn."""
    text = st.session_state[plan_editor_key(run_id)].get("text")
    if text is not None:
        st.session_state[f"{_PLAN_TEXT}{run_id}"] = text


def plan_revision(run_id: str) -> int:
    """A counter; when it changes, the editor replaces its text with ``plan_text``."""
    return cast(int, st.session_state.get(f"{_PLAN_REVISION}{run_id}", 0))


def reset_plan(run_id: str, original: str) -> None:
    """Discard the edits of a plan."""
    st.session_state[f"{_PLAN_TEXT}{run_id}"] = original
    st.session_state[f"{_PLAN_REVISION}{run_id}"] = plan_revision(run_id) + 1
