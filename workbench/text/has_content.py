"""Test whether a text has content besides markers and markup."""

import re

from workbench.text.citation_marks import SOURCE_WORD

_MUTE = re.compile(
    rf"[\[［【(]\s*{SOURCE_WORD}[^\[\]］】\n()]{{0,40}}(?:[\]］】)]|\Z)"
    r"|\[[^\[\]\n]{0,12}\Z"
    r"|^\s*(?:```|~~~)[\w-]*"
    r"|<[^<>\n]{1,200}>",
    re.IGNORECASE | re.MULTILINE,
)
"""Markers, also unfinished at the end (``[Source 1``, ``[1``); fences; HTML tags."""
_TITLE = re.compile(
    r"^[ \t]*#{1,6}[ \t]+[^\W\d]+(?:[ \t]+[^\W\d]+){0,2}[ \t]*$|^.*:[ \t*_]*$", re.MULTILINE
)
"""A heading of up to three words (``## Limits``) or a lead-in (``You get:``)."""


def has_content(text: str) -> bool:
    """Return True if a word or a number remains besides headings and lead-ins.

    >>> has_content("[Source 1] …"), has_content("$100 [Source 1]")
    (False, True)
    """
    return any(char.isalnum() for char in _TITLE.sub("", _MUTE.sub("", text)))
