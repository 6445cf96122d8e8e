"""Whether a text says anything once its markers and its markup are taken away."""

import re

_MUTE = re.compile(
    r"[\[［【(]\s*(?:sources?|источник\w*)\b[^\[\]］】\n()]{0,40}(?:[\]］】)]|\Z)"
    r"|\[[^\[\]\n]{0,12}\Z"
    r"|^\s*(?:```|~~~)[\w-]*"
    r"|<[^<>\n]{1,200}>",
    re.IGNORECASE | re.MULTILINE,
)
"""Markers, whole or begun at the end of a text; fences; tags."""


def says_anything(text: str) -> bool:
    """True when a word or a number is left.

    >>> says_anything("[Source 1] …"), says_anything("$100 [Source 1]")
    (False, True)
    """
    return any(char.isalnum() for char in _MUTE.sub("", text))
