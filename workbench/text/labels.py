"""Make titles, quotes and source names safe inside one line of Markdown."""

import re

_SPACE = re.compile(r"\s+")
_STRUCTURE = str.maketrans({"[": "(", "]": ")", "|": "/", "`": "'", "*": "", "<": "‹"})
_MAX_LABEL = 160
"""Characters."""


def label_safe(text: str) -> str:
    """Return the text on one line, without characters special in Markdown and citation marks.

    ``"*Terms* [2]"`` becomes ``"Terms (2)"``; a label longer than 160 characters is truncated.
    """
    flat = _SPACE.sub(" ", text.translate(_STRUCTURE)).strip()
    return flat if len(flat) <= _MAX_LABEL else f"{flat[: _MAX_LABEL - 1].rstrip()}…"
