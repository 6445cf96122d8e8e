"""The question that is typed and not asked yet, which the browser keeps as long as the tab."""

import streamlit as st

from workbench.ui.components import asset

_COMPONENT = st.components.v2.component(
    "workbench_unsent_question", js=asset("tab_storage.js", "unsent_question.js")
)


def keep_unsent_question(box: str, person: str, *, key: str) -> None:
    """Keep what stands in the question box across pages and reloads. Nothing is drawn.

    Args:
        box: the widget key of the question box.
        person: who types; the text is not shown to another one who signs in.
        key: the widget's key.
    """
    with st.container(key=f"{key}_links_box"):
        _COMPONENT(key=key, data={"box": f".st-key-{box} textarea", "typist": person})
