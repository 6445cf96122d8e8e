"""The source panel: shows a clicked citation's passage with the quote highlighted."""

from typing import Any

import streamlit as st

from workbench.ui.components import asset

_COMPONENT = st.components.v2.component(
    "workbench_source_panel",
    html='<section class="panel" tabindex="-1" role="region"></section>',
    css=asset("document_text.css", "source_panel.css"),
    js=asset("dom.js", "document_text.js", "source_panel.js"),
)


def source_panel(data: dict[str, Any], *, key: str) -> None:
    """Draw the panel; see ``workbench.ui.sources`` for the data. Selection stays in the browser."""
    _COMPONENT(key=key, data=data)
