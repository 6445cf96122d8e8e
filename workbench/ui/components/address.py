"""One entry of the browser's history for each page that is entered."""

import streamlit as st

from workbench.ui.components import asset

_COMPONENT = st.components.v2.component("workbench_address", js=asset("address.js"))


def one_history_entry(*, key: str) -> None:
    """Join the address of a page with that of its parameters in one entry. Nothing is drawn."""
    with st.container(key=f"{key}_links_box"):
        _COMPONENT(key=key)
