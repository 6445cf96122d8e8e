"""Links within the page that Python acts on, such as ``#run-<id>``."""

from collections.abc import Sequence

import streamlit as st

from workbench.ui.components import asset

_COMPONENT = st.components.v2.component("workbench_link_actions", js=asset("link_actions.js"))


def clicked_link(kinds: Sequence[str], *, key: str) -> tuple[str, str] | None:
    """Return the kind and the target of a link that was just clicked; nothing is drawn.

    Args:
        kinds: ``run`` for links such as ``#run-a1``, whose target is ``a1``.
        key: the widget's key.
    """
    with st.container(key=f"{key}_box"):
        act = _COMPONENT(key=key, data={"kinds": list(kinds)}, on_act_change=lambda: None).act
    return (act["kind"], act["target"]) if act else None
