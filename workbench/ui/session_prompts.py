"""The Prompts page's part of the session: the template, its edited text and the trials."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias, cast

import streamlit as st

from workbench.ui import session
from workbench.ui.stream_jobs import StreamJobs

if TYPE_CHECKING:
    from workbench.bootstrap.values import PromptTrial, PromptTrials
    from workbench.domain.model_calls import CallsEstimate
    from workbench.ui.stream_jobs import StreamJob

TrialJob: TypeAlias = "StreamJob[PromptTrial, PromptTrials]"

_TEXT = "wb_prompt_text_"
_REVISION = "wb_prompt_revision_"
_CHOSEN = "wb_prompt_chosen_"
_NAME = "wb_prompt_name_"
_VERSION = "wb_prompt_version_"
ROLE = "wb_prompt_role"
"""The widget key of the choice of a role."""
_PRICED = "wb_prompt_priced"
KEPT = (ROLE, _NAME, _VERSION, _TEXT)
"""Keys whose values a reload of the tab keeps."""


@st.cache_resource(show_spinner=False)
def trial_jobs() -> "StreamJobs[PromptTrial, PromptTrials]":
    """The trials of this process, by session and template."""
    return StreamJobs()


def estimate(runs: Sequence[str], name: str, text: str, model: str) -> "CallsEstimate":
    """What a comparison of a template costs; computed once while nothing changes.

    Raises:
        WorkbenchError: the template cannot be rendered for a run.
    """
    key = (tuple(runs), name, text, model)
    known = st.session_state.get(_PRICED)
    if known is None or known[0] != key:
        keys = session.models().session
        found = session.workbench().estimate_comparison(runs, name, text, session=keys, model=model)
        known = st.session_state[_PRICED] = (key, found)
    return cast("CallsEstimate", known[1])


def editor_key(place: str) -> str:
    """The widget key of the editor of a template; ``place`` is its workspace and name."""
    return f"wb_prompt_editor_{place}"


def name_key(role: str) -> str:
    """The widget key of the choice among the templates of a role."""
    return f"{_NAME}{role}"


def version_key(place: str) -> str:
    """The widget key of the choice of a version."""
    return f"{_VERSION}{place}"


def text(place: str, number: int, stored: str) -> str:
    """A version as edited so far; each version has a draft of its own."""
    return cast(str, st.session_state.get(_draft(place, number), stored))


def save_text(place: str, number: int) -> None:
    """Store the edited text, which the component loses when it is not drawn."""
    edited = st.session_state[editor_key(place)].get("text")
    if edited is not None:
        st.session_state[_draft(place, number)] = edited


def forget_draft(place: str, number: int) -> None:
    """Drop what was typed into a version, for example when it became a version of its own."""
    st.session_state.pop(_draft(place, number), None)


def _draft(place: str, number: int) -> str:
    return f"{_TEXT}{place}/{number}"


def replace_text(place: str) -> None:
    """Make the editor show the text of another version."""
    st.session_state[f"{_REVISION}{place}"] = revision(place) + 1


def revision(place: str) -> int:
    """A counter; when it changes, the editor replaces its text with ``text``."""
    return cast(int, st.session_state.get(f"{_REVISION}{place}", 0))


def choose_version(place: str, number: int) -> None:
    """Choose a version on the next rerun: the widget of this one is drawn already."""
    st.session_state[f"{_CHOSEN}{place}"] = number


def set_version(place: str, live: int) -> None:
    """Set the widget of the version to what was chosen: the live one at first."""
    key = version_key(place)
    if (chosen := st.session_state.pop(f"{_CHOSEN}{place}", None)) is not None:
        st.session_state[key] = chosen
    st.session_state.setdefault(key, live)
