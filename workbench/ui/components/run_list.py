"""The run table: responsive, sorted in the browser; a click on a row opens its run."""

from typing import Any, NamedTuple

import streamlit as st

from workbench.ui.components import asset

_COMPONENT = st.components.v2.component(
    "workbench_run_list",
    html='<div class="frame" tabindex="-1"><table><thead></thead><tbody></tbody></table></div>',
    css=asset("run_list.css"),
    js=asset("dom.js", "run_list.js"),
)


class RunListState(NamedTuple):
    """The ids of the selected runs, and that of the run to open; None if no row was clicked."""

    ticked: list[str]
    opened: str | None


def run_list(data: dict[str, Any], *, key: str) -> RunListState:
    """Draw the table; ``workbench.ui.run_table`` builds the data.

    The order and the scroll position outlast a visit to another page.
    """
    state = _COMPONENT(
        key=key,
        data={**data, "key": key},
        default={"ticked": []},
        on_ticked_change=lambda: None,
        on_opened_change=lambda: None,
    )
    return RunListState(list(state["ticked"]), state.get("opened"))
