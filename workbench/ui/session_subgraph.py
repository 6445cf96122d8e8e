"""The subgraph panel's part of the session: the neighbours added to what a run used."""

from typing import cast

import streamlit as st

from workbench.domain.evidence import Subgraph

DRAWING = "wb_subgraph"
"""The widget key of the drawing."""
_ADDED = "wb_subgraph_added_"
KEPT = (_ADDED,)
"""Keys whose values a reload of the tab keeps."""


def added(run_id: str) -> Subgraph:
    """The neighbours added to a run's subgraph."""
    return cast(Subgraph, st.session_state.get(f"{_ADDED}{run_id}") or Subgraph())


def add(run_id: str, more: Subgraph) -> None:
    """Add neighbours to a run's subgraph."""
    st.session_state[f"{_ADDED}{run_id}"] = added(run_id).merged(more)


def expanded_node() -> str | None:
    """The id of the node that was just expanded."""
    act = st.session_state[DRAWING].get("act")
    return cast(str, act["id"]) if act else None
