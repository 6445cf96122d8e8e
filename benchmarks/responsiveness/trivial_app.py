"""The least that a Streamlit app with three pages and a question box does: a peer."""

import streamlit as st


def ask() -> None:
    """Show what is typed, and an answer right after it."""
    st.title("Ask")
    question = st.chat_input("Question")
    if question:
        st.markdown(f"**{question}**")
        st.markdown(f"Answer to: {question}")


def other(name: str) -> None:
    """Show a title and a line."""
    st.title(name)
    st.markdown(f"This is {name}.")


def documents() -> None:
    """Draw one page."""
    other("Documents")


def runs() -> None:
    """Draw another page."""
    other("Runs")


st.navigation([st.Page(ask), st.Page(documents), st.Page(runs)]).run()
