"""The plan panel's part of the session: its view, the draft that was not run, and its dry run."""

from typing import Any, cast

import streamlit as st

from workbench.domain.dry_run import DryRun

_PLAN_TEXT = "wb_plan_text_"
_PLAN_BEFORE = "wb_plan_before_"
_PLAN_REVISION = "wb_plan_revision_"
_LARGE = "wb_plan_large"
_TRIED = "wb_plan_tried_"
KEPT = (_PLAN_TEXT, _PLAN_BEFORE, _LARGE)
"""Keys whose values a reload of the tab keeps."""
MOST_UNDONE = 50
"""Edits of a draft that can be taken back."""


def plan_view_key(run_id: str) -> str:
    """The widget key of the plan's view switch."""
    return f"wb_plan_view_{run_id}"


def plan_editor_key(run_id: str) -> str:
    """The widget key of a run's plan editor."""
    return f"wb_plan_editor_{run_id}"


def edit_plan(run_id: str) -> None:
    """Switch the plan panel to its form."""
    st.session_state[plan_view_key(run_id)] = "form"


def plan_text(run_id: str, original: str) -> str:
    """The draft: the plan as edited so far."""
    return cast(str, st.session_state.setdefault(f"{_PLAN_TEXT}{run_id}", original))


def save_plan_text(run_id: str) -> None:
    """Store the edited text, which the component loses when it is not drawn."""
    text = st.session_state[plan_editor_key(run_id)].get("text")
    if text is not None:
        _edit(run_id, text)


def set_plan_text(run_id: str, text: str) -> None:
    """Replace the draft, in the editor too."""
    _edit(run_id, text)
    st.session_state[f"{_PLAN_REVISION}{run_id}"] = plan_revision(run_id) + 1


def _edit(run_id: str, text: str) -> None:
    state, key = st.session_state, f"{_PLAN_TEXT}{run_id}"
    if (before := state.get(key)) is not None and before != text:
        state[f"{_PLAN_BEFORE}{run_id}"] = [*_before(run_id), before][-MOST_UNDONE:]
    state[key] = text


def _before(run_id: str) -> list[str]:
    return cast(list[str], st.session_state.get(f"{_PLAN_BEFORE}{run_id}") or [])


def can_undo(run_id: str) -> bool:
    """Whether the draft was edited."""
    return bool(_before(run_id))


def undo(run_id: str) -> None:
    """Take the last edit of the draft back, of the form and of the editor alike."""
    *earlier, last = _before(run_id)
    set_plan_text(run_id, last)
    st.session_state[f"{_PLAN_BEFORE}{run_id}"] = earlier


def plan_revision(run_id: str) -> int:
    """A counter; when it changes, the editor replaces its text with ``plan_text``."""
    return cast(int, st.session_state.get(f"{_PLAN_REVISION}{run_id}", 0))


def field(run_id: str, name: str, value: object) -> str:
    """The widget key of a field of the form, which shows the value that the draft has."""
    key = f"wb_form_{run_id}_{name}"
    st.session_state[key] = value
    return key


def field_value(key: str) -> Any:
    """What was entered into a field of the form."""
    return st.session_state[key]


def is_large(run_id: str) -> bool:
    """Whether the draft is edited in the middle column."""
    return st.session_state.get(_LARGE) == run_id


def enlarge(run_id: str) -> None:
    """Edit the draft in the middle column."""
    st.session_state[_LARGE] = run_id


def shrink() -> None:
    """Show the answer in the middle column again."""
    st.session_state[_LARGE] = None


def tried(run_id: str, text: str) -> DryRun | None:
    """The dry run of a draft; None if the draft has changed since."""
    found = st.session_state.get(f"{_TRIED}{run_id}")
    return cast(DryRun, found[1]) if found and found[0] == text else None


def set_tried(run_id: str, text: str, found: DryRun) -> None:
    """Store the dry run of a draft."""
    st.session_state[f"{_TRIED}{run_id}"] = (text, found)
