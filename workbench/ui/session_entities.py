"""The Entities page's part of the session: the entity shown and the last correction."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

import streamlit as st

if TYPE_CHECKING:
    from workbench.bootstrap.entity_values import AffectedRun
    from workbench.domain.corrections import Correction

ENTITY_LIST = "wb_registry_list"
_ENTITY = "wb_registry_entity"
_ENTITIES_SHOWN = "wb_registry_shown"
_CORRECTED = "wb_registry_corrected"


def shown_entity() -> str | None:
    """The id of the entity whose details the Entities page shows."""
    return cast(str | None, st.session_state.get(_ENTITY))


def show_entity(node_id: str | None) -> None:
    """Show the details of an entity."""
    st.session_state[_ENTITY] = node_id


def show_selected_entity() -> None:
    """Show the details of the entity that was selected in the list."""
    act = st.session_state[ENTITY_LIST].get("act")
    if act and act["kind"] == "select":
        show_entity(act["id"])


def entities_shown(least: int) -> int:
    """How many entities the list shows."""
    return max(least, cast(int, st.session_state.get(_ENTITIES_SHOWN, 0)))


def show_more_entities(more: int) -> None:
    """Make the list of entities longer."""
    st.session_state[_ENTITIES_SHOWN] = entities_shown(more) + more


def last_correction() -> "tuple[Correction, Sequence[AffectedRun]] | None":
    """The correction made last in this session, with the runs that it changes."""
    return cast("tuple[Correction, Sequence[AffectedRun]] | None", st.session_state.get(_CORRECTED))


def set_last_correction(made: "tuple[Correction, Sequence[AffectedRun]] | None") -> None:
    """Store the correction to show a notice about; None removes the notice."""
    st.session_state[_CORRECTED] = made
