"""The demo instead of the pages: recorded runs for an audience, at ``?view=demo``; read-only."""

import os

import streamlit as st

from workbench.domain.local_text import localize
from workbench.settings import DEMO
from workbench.ui import session, style
from workbench.ui.components.demo import demo_player
from workbench.ui.demo import demo_data

VIEW = "demo"
_TITLE = {"ru": "Демо", "en": "Demo"}


def is_wanted() -> bool:
    """Whether the address asks for the demo, or the server has nothing else to show."""
    return DEMO in os.environ or st.query_params.get("view") == VIEW


def draw() -> None:
    """Draw the demo; it opens no workspace and calls no model."""
    language = session.browser_language(st.query_params.get("lang"))
    st.set_page_config(page_title=f"{localize(_TITLE, language)} · {style.PRODUCT}")
    demo_player({"scenes": demo_data(), "language": language}, key="wb_demo")
