"""Whether a text says anything once its markers and its markup are taken away."""

import re

from workbench.text.citation_marks import SOURCE_WORD

_MUTE = re.compile(
    rf"[\[［【(]\s*{SOURCE_WORD}[^\[\]］】\n()]{{0,40}}(?:[\]］】)]|\Z)"
    r"|\[[^\[\]\n]{0,12}\Z"
    r"|^\s*(?:```|~~~)[\w-]*"
    r"|<[^<>\n]{1,200}>",
    re.IGNORECASE | re.MULTILINE,
)
"""Markers, whole or begun at the end of a text; fences; tags."""
_TITLE = re.compile(
    r"^[ \t]*#{1,6}[ \t]+[^\W\d]+(?:[ \t]+[^\W\d]+){0,2}[ \t]*$|^.*:[ \t*_]*$", re.MULTILINE
)
"""A heading of a few words, and what leads to something."""


def has_content(text: str) -> bool:
    """True when a word or a number is left that is not only a heading or a lead-in.

    >>> has_content("[Source 1] …"), has_content("$100 [Source 1]")
    (False, True)
    """
    return any(char.isalnum() for char in _TITLE.sub("", _MUTE.sub("", text)))
