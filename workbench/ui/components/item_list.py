"""A list of nodes, edges or other named rows, used with the mouse or the keyboard."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from workbench.ui.components import asset

_COMPONENT = st.components.v2.component(
    "workbench_item_list",
    html='<div class="items" role="listbox" tabindex="0"></div>',
    css=asset("item_list.css"),
    js=asset("dom.js", "item_list.js"),
)


def item_list(data: dict[str, Any], *, key: str, on_act: Callable[[], None]) -> None:
    """Draw the list.

    Args:
        data: ``groups`` of ``title``, ``note`` and ``rows`` (``id``, ``text``, ``note``, and
            ``color``, a place in the palette or empty), the ``selected`` id and a ``label``;
            optionally ``keys``, further kinds of actions by ``KeyboardEvent.code``, and
            ``details``, the key of the container that shows what is selected.
        key: the widget's key; its state has the trigger ``act``, ``{"kind": …, "id": …}`` with the
            kind ``select``, ``expand`` or ``collapse``, or one of ``keys``.
        on_act: called before the page is drawn again.
    """
    _COMPONENT(key=key, data=data, on_act_change=on_act)
