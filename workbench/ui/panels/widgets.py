"""Widgets that several panels share: box, heading, chip, bar and muted lines."""

from contextlib import AbstractContextManager

import streamlit as st

from workbench.ui.html import Html, icon, join, tag
from workbench.ui.run_view_model import RunViewModel


def box(name: str, shown: str = "") -> AbstractContextManager[object]:
    """A bordered panel; the style sheet sets its height. It scrolls up when ``shown`` changes."""
    key = f"wb_panel_{name}" + (f" {shown}" if shown else "")
    return st.container(border=True, key=key, gap="xsmall", height=300)


def title(text: str, detail: str = "") -> Html:
    """A panel's heading with an optional detail next to it."""
    return tag("h2", text, tag("small", detail) if detail else "", cls="wb-title")


def heading(text: str, detail: str = "") -> None:
    """Draw a panel's heading."""
    st.html(title(text, detail))


def muted(text: str) -> Html:
    """A muted line for missing content."""
    return tag("p", text, cls="wb-quiet")


def nothing(lead: str, hint: str) -> Html:
    """What a list says while it is empty: that it is, and what it will show."""
    return tag("div", tag("p", lead, cls="wb-lead"), muted(hint))


def loading(text: str) -> Html:
    """A muted line with a placeholder outline for content that is loading."""
    outline = tag("div", *(tag("i") for _ in range(3)), cls="wb-outline", aria_hidden="true")
    return join((muted(text), outline))


def pending(frame: RunViewModel, panel: str) -> Html:
    """The placeholder of a panel whose stage has not ended or was never reached."""
    if frame.finished:
        return muted(frame.t("ask.strip.skipped"))
    return loading(frame.t(f"ask.{panel}.none_yet"))


def chip(text: str, tone: str = "gray", hover: str | None = None, symbol: str = "") -> Html:
    """A small label in one of the tones: gray, blue, green, orange, red."""
    return tag("span", icon(symbol) if symbol else "", text, cls=f"wb-chip {tone}", title=hover)


def bar(value: float, label: str) -> Html:
    """A bar for a share from 0 to 1; the label is the tooltip and the accessible name."""
    share = max(0.0, min(1.0, value)) * 100
    return tag(
        "span",
        tag("i", style=f"width:{share:.0f}%"),
        cls="wb-bar",
        role="img",
        aria_label=label,
        title=label,
    )
