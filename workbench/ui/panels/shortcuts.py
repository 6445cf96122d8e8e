"""The keys of the Ask page, and the sheet that lists them."""

from dataclasses import dataclass

import streamlit as st

from workbench.ui.components import shortcuts
from workbench.ui.html import join, tag
from workbench.ui.panels.step_strip import STEPS
from workbench.ui.texts import Texts

HELP = "Shift+Slash"


@dataclass(frozen=True)
class Shortcut:
    """A key, by its place on the keyboard, and what it clicks or focuses."""

    name: str
    """Its text below ``ask.keys``."""
    code: str
    shown: str
    selector: str = ""
    focus: str = ""


SHORTCUTS = (
    Shortcut("ask", "Slash", "/", '[data-testid="stChatInput"] textarea'),
    Shortcut("new", "KeyN", "N", ".st-key-wb_new_thread button"),
    Shortcut("stop", "KeyS", "S", ".st-key-wb_stop button"),
    Shortcut("talk", "KeyC", "C", '[class*="st-key-wb_thread_"] button'),
    Shortcut("plan", "KeyP", "P", '[class*="st-key-wb_icon_"][class*="_plan"] button'),
    Shortcut("source", "KeyO", "O", focus="source"),
    Shortcut("graph", "KeyG", "G", focus="graph"),
    Shortcut("help", HELP, "?"),
)
_INSIDE = (("source_keys", "← →"), ("graph_keys", "← → Enter E Esc"), ("editor_keys", "Ctrl+Enter"))
"""Keys of panels, which work while one is in them."""


def draw(t: Texts) -> None:
    """Listen to the keys; the sheet opens when it is asked for."""
    steps = [
        {"code": f"Digit{place}", "selector": f".wb-strip li:nth-child({place}) a"}
        for place in range(1, len(STEPS) + 1)
    ]
    keys = [{"code": one.code, "selector": one.selector, "focus": one.focus} for one in SHORTCUTS]
    if shortcuts.shortcuts([*keys, *steps], help_code=HELP, key="wb_keys"):
        open_sheet(t)


def open_sheet(t: Texts) -> None:
    """Show every key with what it does."""

    @st.dialog(t("ask.keys.title"))
    def sheet() -> None:
        rows = [(one.shown, t(f"ask.keys.{one.name}")) for one in SHORTCUTS]
        rows.insert(-1, (f"1–{len(STEPS)}", t("ask.keys.steps")))
        rows += [(shown, t(f"ask.keys.{name}")) for name, shown in _INSIDE]
        cells = [join((tag("dt", tag("kbd", shown)), tag("dd", what))) for shown, what in rows]
        st.html(tag("dl", *cells, cls="wb-facts wb-keys"))

    sheet()
