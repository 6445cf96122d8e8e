"""A table of rows to open: sorted and divided into pages by Python, drawn at once."""

from typing import Any, NamedTuple

import streamlit as st

from workbench.ui.components import asset

_COMPONENT = st.components.v2.component(
    "workbench_data_table",
    html='<div class="frame"><table><thead></thead><tbody></tbody></table></div>',
    css=asset("data_table.css"),
    js=asset("dom.js", "data_table.js"),
)


class TableEvent(NamedTuple):
    """What was clicked since the last run of the page; None for neither."""

    opened: str | None
    """The id of a row."""
    sorted_by: str | None
    """The name of a column."""


def data_table(data: dict[str, Any], *, key: str) -> TableEvent:
    """Draw a table; the data is that of ``workbench.ui.document_table.table``."""
    state = _COMPONENT(
        key=key,
        data=data,
        on_opened_change=lambda: None,
        on_sorted_by_change=lambda: None,
    )
    return TableEvent(state.get("opened"), state.get("sorted_by"))
