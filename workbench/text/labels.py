"""Text that is safe inside one line of Markdown: titles, quotes, names of sources."""

import re

_SPACE = re.compile(r"\s+")
_STRUCTURE = str.maketrans({"[": "(", "]": ")", "|": "/", "`": "'", "*": "", "<": "‹"})
_MAX_LABEL = 160


def label_safe(text: str) -> str:
    """The text on one line, without characters that Markdown or a citation mark would read.

    ``"*Terms* [2]"`` becomes ``"Terms (2)"``; what is longer than a label may be is cut.
    """
    flat = _SPACE.sub(" ", text.translate(_STRUCTURE)).strip()
    return flat if len(flat) <= _MAX_LABEL else f"{flat[: _MAX_LABEL - 1].rstrip()}…"
