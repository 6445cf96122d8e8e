"""Apply the style sheet with the colours of the light and dark theme."""

import base64
from functools import cache
from pathlib import Path

import streamlit as st

_SHEET = Path(__file__).with_name("style.css")
_FAVICON = Path(__file__).with_name("favicon.svg")

PRODUCT = "Workbench"
"""The product's name, as the sidebar and the browser's tab show it."""

_LAYERS = ':is([data-testid="stDialog"],[data-testid="stPopoverBody"])'
"""Dialogs and popovers, which Streamlit draws outside the app's element and its styles."""

_COLORS = {
    "primary": ("primaryColor", "#3457A6", "#5F84DE"),
    "background": ("backgroundColor", "#FFFFFF", "#12161D"),
    "surface": ("secondaryBackgroundColor", "#F1F3F7", "#1A202A"),
    "text": ("textColor", "#1C2430", "#E4E8EF"),
    "link": ("linkColor", "#2C4F9E", "#9BB6FF"),
    "border": ("borderColor", "#D9DEE7", "#303947"),
    "red": ("redColor", "#B4382F", "#E5776D"),
    "orange": ("orangeColor", "#A65D06", "#DE9A4A"),
    "green": ("greenColor", "#2B7A4B", "#6CBF8B"),
    "blue": ("blueColor", "#3457A6", "#7FA0EC"),
    "gray": ("grayColor", "#64708A", "#93A0B8"),
}


def favicon() -> str:
    """Path of the page's icon; a local file, so the browser loads no remote icon font."""
    return str(_FAVICON)


def mark() -> str:
    """The product's mark as SVG."""
    return _FAVICON.read_text("utf-8")


def apply() -> None:
    """Put the style sheet on the page."""
    st.html(_sheet())


@cache
def _sheet() -> str:
    variables = "".join(f"--wb-{name}:{_pair(*pair)};" for name, pair in _COLORS.items())
    image = base64.b64encode(_FAVICON.read_bytes()).decode()
    variables += f'--wb-product:"{PRODUCT}";--wb-mark:url(data:image/svg+xml;base64,{image});'
    scheme = f"{_LAYERS}{{color-scheme:light dark}}"
    return f"<style>.stApp,{_LAYERS}{{{variables}}}\n{scheme}\n{_SHEET.read_text('utf-8')}</style>"


def _pair(option: str, light: str, dark: str) -> str:
    """A CSS ``light-dark()`` value from the configured or default colours."""
    configured = [st.get_option(f"theme.{mode}.{option}") for mode in ("light", "dark")]
    return f"light-dark({configured[0] or light}, {configured[1] or dark})"
