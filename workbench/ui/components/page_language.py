"""The language of the page, which Streamlit states to be English."""

import streamlit as st

from workbench.domain.local_text import Language
from workbench.ui.components import asset

_COMPONENT = st.components.v2.component("workbench_language", js=asset("page_language.js"))


def page_language(language: Language, *, key: str) -> None:
    """State the language of the page to the browser. Nothing is drawn."""
    with st.container(key=f"{key}_links_box"):
        _COMPONENT(key=key, data={"language": language})
