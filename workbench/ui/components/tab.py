"""The id of the browser tab, which a reload does not change."""

from typing import cast

import streamlit as st

from workbench.ui.components import asset

_COMPONENT = st.components.v2.component("workbench_tab", js=asset("tab.js"))


def tab_id(known: str | None, *, keeps: bool, key: str) -> str | None:
    """Return the id of the tab; None until something was kept for it. Nothing is drawn.

    Args:
        known: the id that the session has already.
        keeps: whether there is something to keep, for which a new tab gets an id.
        key: the widget's key.
    """
    with st.container(key=f"{key}_links_box"):
        data = {"id": known, "keeps": keeps}
        found = _COMPONENT(key=key, data=data, on_id_change=lambda: None).id
    return cast("str | None", found)
