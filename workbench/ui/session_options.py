"""The session's part of the options of a question: whether their popover is open."""

import streamlit as st

OPEN = "wb_options_open"
"""The widget key of the popover."""
_DRAWN = "wb_options_drawn"


def take_drawing() -> bool:
    """Return whether to draw the options now: while they are open, and once after they close.

    What was typed last may arrive together with the closing.
    """
    was_drawn = bool(st.session_state.pop(_DRAWN, False))
    is_open = bool(st.session_state.get(OPEN))
    if is_open:
        st.session_state[_DRAWN] = True
    return is_open or was_drawn
