"""The subgraph drawing, rendered by the vis-network script that pyvis ships."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from workbench.ui.asgi import VIS_NETWORK_PATH, address
from workbench.ui.components import asset

_COMPONENT = st.components.v2.component(
    "workbench_subgraph",
    html=(
        '<div class="frame"><div class="stage">'
        '<div class="canvas" role="application" tabindex="0"></div></div></div>'
    ),
    css=asset("subgraph.css"),
    js=asset("dom.js", "network.js", "labels.js", "subgraph.js"),
)


def subgraph(data: dict[str, Any], *, key: str, on_act: Callable[[], None]) -> None:
    """Draw the network; see ``workbench.ui.subgraph`` for the data.

    Its state has the trigger ``act``: ``{"kind": "expand", "id": …}``.
    """
    data = {**data, "script": address(VIS_NETWORK_PATH)}
    _COMPONENT(key=key, data=data, on_act_change=on_act)
