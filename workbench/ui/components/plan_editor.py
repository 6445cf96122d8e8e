"""The editor of plans and of prompt templates: completion, colours and problems at their places."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from workbench.ui.asgi import PLAN_EDITOR_PATH, address
from workbench.ui.components import asset

_COMPONENT = st.components.v2.component(
    "workbench_plan_editor",
    html='<div class="editor"><div class="place"></div><ul class="problems" hidden></ul></div>',
    css=asset("plan_editor.css"),
    js=asset("plan_editor.js"),
)


def plan_editor(data: dict[str, Any], *, key: str, on_text_change: Callable[[], None]) -> None:
    """Draw the editor; its state is ``text``.

    ``plan_editor_data`` builds the data of a plan; that of a template has ``variables``.
    """
    script = address(PLAN_EDITOR_PATH)
    _COMPONENT(key=key, data={**data, "script": script}, on_text_change=on_text_change)
