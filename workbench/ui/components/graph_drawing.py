"""The drawing of the Graph page, rendered by the vis-network script that pyvis ships."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from workbench.ui.asgi import VIS_NETWORK_PATH, address
from workbench.ui.components import asset

_COMPONENT = st.components.v2.component(
    "workbench_graph_drawing",
    html='<div class="frame"><div class="canvas" role="application" tabindex="0"></div></div>',
    css=asset("subgraph.css", "graph_drawing.css"),
    js=asset("dom.js", "network.js", "labels.js", "graph_drawing.js"),
)


def graph_drawing(data: dict[str, Any], *, key: str, on_act: Callable[[], None]) -> None:
    """Draw the graph; see ``workbench.ui.graph_view`` for the data.

    Its state has the trigger ``act``: ``{"kind": "select" or "expand", "id": …}``.
    """
    data = {**data, "script": address(VIS_NETWORK_PATH)}
    _COMPONENT(key=key, data=data, on_act_change=on_act)
