"""The subgraph drawing, rendered by the vis-network script that pyvis ships."""

from typing import Any

import streamlit as st

from workbench.ui.asgi import VIS_NETWORK_PATH, address
from workbench.ui.components import asset

_COMPONENT = st.components.v2.component(
    "workbench_subgraph",
    html='<div class="frame"><div class="canvas" role="application" tabindex="0"></div></div>',
    css=asset("subgraph.css"),
    js=asset("dom.js", "network.js", "subgraph.js"),
)


def subgraph(data: dict[str, Any], *, key: str) -> None:
    """Draw the network; see ``workbench.ui.subgraph`` for the data."""
    _COMPONENT(key=key, data={**data, "script": address(VIS_NETWORK_PATH)})
