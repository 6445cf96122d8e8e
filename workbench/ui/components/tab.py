"""The id of the browser tab, which a reload does not change."""

from typing import cast

import streamlit as st

from workbench.ui.components import asset

_COMPONENT = st.components.v2.component("workbench_tab", js=asset("tab_storage.js", "tab.js"))


def tab_id(known: str | None, *, key: str) -> str | None:
    """Return the id of the tab; None until the browser has told it. Nothing is drawn.

    Args:
        known: the id that the session has already.
        key: the widget's key.
    """
    with st.container(key=f"{key}_links_box"):
        found = _COMPONENT(key=key, data={"id": known}, on_id_change=lambda: None).id
    return cast("str | None", found)
