"""The demo: plays recorded runs in the browser, scene by scene."""

from typing import Any

import streamlit as st

from workbench.ui.components import asset

_COMPONENT = st.components.v2.component(
    "workbench_demo",
    html='<section class="demo" tabindex="-1"></section>',
    css=asset("demo.css"),
    js=asset("dom.js", "demo.js"),
)


def demo_player(data: dict[str, Any], *, key: str) -> None:
    """Draw the player; see ``workbench.ui.demo`` for the data. Nothing is sent back."""
    _COMPONENT(key=key, data=data)
