"""A question and its steps, shown in the browser before the server has drawn them."""

import streamlit as st

from workbench.domain import limits
from workbench.ui.components import asset
from workbench.ui.html import Html

_COMPONENT = st.components.v2.component(
    "workbench_question_echo", js=asset("dom.js", "question_echo.js")
)


def echo_question(box: str, steps: Html, *, key: str) -> None:
    """Show a question with its steps as soon as it is sent; by itself it draws nothing.

    Args:
        box: the widget key of the question box.
        steps: the strip of steps of which none is done.
        key: the widget's key.
    """
    with st.container(key=f"{key}_links_box"):
        data = {"box": f".st-key-{box} textarea", "steps": steps, "most": limits.QUESTION}
        _COMPONENT(key=key, data=data)
