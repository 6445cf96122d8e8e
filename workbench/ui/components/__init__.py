"""Streamlit components (v2): one Python function each, with its script and style sheet."""

from pathlib import Path

_FOLDER = Path(__file__).parent


def asset(*names: str) -> str:
    """The text of scripts or style sheets of this folder, one after the other."""
    return "\n".join((_FOLDER / name).read_text("utf-8") for name in names)
