"""Streamlit components (v2): one Python function each, with its script and style sheet."""

from pathlib import Path

_FOLDER = Path(__file__).parent


def asset(name: str) -> str:
    """The text of a script or style sheet of this folder."""
    return (_FOLDER / name).read_text("utf-8")
