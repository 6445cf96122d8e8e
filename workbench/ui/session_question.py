"""The question box's part of the session: a question that is too long goes back into its box."""

from typing import cast

import streamlit as st

from workbench.domain import limits

BOX = "wb_question"
"""The widget key of the question box."""
MOST_TYPED = 100_000
"""Characters that the box takes: beyond its own limit it drops a pasted text without a word."""
_TOO_LONG = "wb_question_too_long"


def typed() -> str:
    """The question that was just submitted."""
    return str(st.session_state.get(BOX) or "").strip()


def give_back_if_long(question: str) -> bool:
    """Put a submitted question that is longer than the limit back, to be shortened."""
    is_long = len(question) > limits.QUESTION
    st.session_state[_TOO_LONG] = len(question) if is_long else 0
    if is_long:
        st.session_state[BOX] = question
    return is_long


def refused_length() -> int:
    """The length of the question that was given back; 0 after one that was accepted."""
    return cast(int, st.session_state.get(_TOO_LONG, 0))


def leave_box() -> None:
    """Forget that a question was given back: its box is empty when the Ask page is drawn again."""
    st.session_state.pop(_TOO_LONG, None)
