"""The keys of a page, which click or focus its parts."""

from collections.abc import Mapping, Sequence

import streamlit as st

from workbench.ui.components import asset

_COMPONENT = st.components.v2.component("workbench_shortcuts", js=asset("shortcuts.js"))


def shortcuts(keys: Sequence[Mapping[str, str]], *, help_code: str, key: str) -> bool:
    """Listen to keys; returns whether the one for help was just pressed. Nothing is drawn.

    Args:
        keys: each with the ``code`` of a key, as in ``KeyboardEvent.code``, and the ``selector`` of
            what it clicks or the ``focus`` of a panel.
        help_code: the key that asks for help.
        key: the widget's key.
    """
    with st.container(key=f"{key}_links_box"):
        data = {"keys": list(keys), "help": help_code}
        return bool(_COMPONENT(key=key, data=data, on_help_change=lambda: None).help)
