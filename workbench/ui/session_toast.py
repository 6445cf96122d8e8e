"""Messages of callbacks, shown as a toast by what is drawn after them.

Streamlit puts what a callback draws at the beginning of the app. There it replaces the style sheet
when only a fragment runs again, and is itself replaced when the whole page does.
"""

import streamlit as st

_TOLD = "wb_toast"


def tell(message: str, icon: str) -> None:
    """Keep a message for the next ``draw``."""
    st.session_state[_TOLD] = (message, icon)


def draw() -> None:
    """Show the message that a callback has left, once."""
    if told := st.session_state.pop(_TOLD, None):
        message, icon = told
        st.toast(message, icon=icon)
