"""The list of runs: a table that fits its width, sorts in the browser and reports its ticks."""

from typing import Any

import streamlit as st

from workbench.ui.components import asset

_COMPONENT = st.components.v2.component(
    "workbench_run_list",
    html='<div class="frame"><table><thead></thead><tbody></tbody></table></div>',
    css=asset("run_list.css"),
    js=asset("run_list.js"),
)


def run_list(data: dict[str, Any], *, key: str) -> list[str]:
    """Draw the table; see ``workbench.ui.run_table`` for the data. Returns the ticked ids."""
    state = _COMPONENT(key=key, data=data, default={"ticked": []}, on_ticked_change=lambda: None)
    return list(state["ticked"])
