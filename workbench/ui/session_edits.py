"""Edits of a run that have not been run yet: its entities and its facts, by the run's id."""

from collections.abc import Sequence
from typing import cast

import streamlit as st

from workbench.domain.entities import Resolution
from workbench.domain.evidence import Evidence
from workbench.domain.run import Run

_ENTITIES = "wb_edited_entities_"
_FACTS = "wb_edited_facts_"
_ROUND = "wb_edits_made"
_REPLACE = "wb_icon_candidates_"
_ADD = "wb_add_"
KEPT = (_ENTITIES, _FACTS, _ROUND)
"""Keys whose values a reload of the tab keeps."""


def resolution(run: Run) -> Resolution:
    """The entities and filters as edited so far."""
    return cast(Resolution, st.session_state.get(f"{_ENTITIES}{run.id}") or run.resolution)


def set_resolution(run: Run, edited: Resolution) -> None:
    """Store an edit of the entities; the run's own ones end the edit."""
    _set(f"{_ENTITIES}{run.id}", None if edited == run.resolution else edited)


def replace_key(run: Run, place: int) -> str:
    """The key of the popover that replaces an entity.

    It is of the run: after a re-run, the popover of the parent would stay open over the answer.
    """
    return f"{_REPLACE}{place}_{run.id}"


def add_key(run: Run) -> str:
    """The key of the popover that adds an entity; a new one after each edit, which closes it."""
    return f"{_ADD}{run.id}_{made()}"


def open_popover(key: str) -> None:
    """Open a popover when the page is drawn next."""
    st.session_state[key] = True


def has_edited_entities(run: Run) -> bool:
    """Whether the entities were edited and not run."""
    return st.session_state.get(f"{_ENTITIES}{run.id}") is not None


def facts(run: Run) -> tuple[Evidence, ...]:
    """The facts as edited so far."""
    found = run.facts.items if run.facts else ()
    edited = st.session_state.get(f"{_FACTS}{run.id}")
    return found if edited is None else cast(tuple[Evidence, ...], edited)


def set_facts(run: Run, edited: Sequence[Evidence]) -> None:
    """Store an edit of the facts; the run's own ones end the edit."""
    found = run.facts.items if run.facts else ()
    _set(f"{_FACTS}{run.id}", None if tuple(edited) == found else tuple(edited))


def has_edited_facts(run: Run) -> bool:
    """Whether the facts were edited and not run."""
    return st.session_state.get(f"{_FACTS}{run.id}") is not None


def made() -> int:
    """How many edits were made; part of the keys of widgets that an edit is to empty."""
    return cast(int, st.session_state.get(_ROUND, 0))


def typed(key: str) -> str:
    """What was typed into a field."""
    return str(st.session_state.get(key) or "").strip()


def _set(key: str, value: object) -> None:
    st.session_state[_ROUND] = made() + 1
    if value is None:
        st.session_state.pop(key, None)
    else:
        st.session_state[key] = value
