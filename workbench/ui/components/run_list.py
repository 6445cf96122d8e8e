"""The run table: responsive, sorted in the browser, with selectable rows."""

from typing import Any

import streamlit as st

from workbench.ui.components import asset

_COMPONENT = st.components.v2.component(
    "workbench_run_list",
    html='<div class="frame"><table><thead></thead><tbody></tbody></table></div>',
    css=asset("run_list.css"),
    js=asset("dom.js", "run_list.js"),
)


def run_list(data: dict[str, Any], *, key: str) -> list[str]:
    """Draw the table and return the selected ids; ``workbench.ui.run_table`` builds the data."""
    state = _COMPONENT(key=key, data=data, default={"ticked": []}, on_ticked_change=lambda: None)
    return list(state["ticked"])
