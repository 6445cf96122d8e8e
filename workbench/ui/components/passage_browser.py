"""The passages of a document beside its text; a click on either shows the other."""

from typing import Any

import streamlit as st

from workbench.ui.components import asset

_COMPONENT = st.components.v2.component(
    "workbench_passage_browser",
    html='<div class="panes"><ol class="list" role="listbox" tabindex="0"></ol>'
    '<section class="text" tabindex="0" role="region"></section></div>',
    css=asset("document_text.css", "passage_browser.css"),
    js=asset("dom.js", "document_text.js", "passage_browser.js"),
)


def passage_browser(data: dict[str, Any], *, key: str) -> int | None:
    """Draw the panes; returns the number of the passage whose runs were asked for, or None.

    ``workbench.ui.passages`` builds the data. The selection stays in the browser.
    """
    state = _COMPONENT(key=key, data=data, on_cited_change=lambda: None)
    number = state.get("cited")
    return None if number is None else int(number)
