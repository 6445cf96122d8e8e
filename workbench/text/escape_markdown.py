"""Escape images and HTML tags, so that rendering the Markdown fetches nothing."""

import re
from bisect import bisect_right

from workbench.text.parse import parse

_FETCHES = re.compile(r"!(?=\[)|<(?=[a-z/!?](?!ttps?:))", re.IGNORECASE)
"""The marks that open an image ``![a](b)`` or a tag ``<img …>``, not an address ``<https://…>``."""


def inert(text: str) -> str:
    r"""Return the text with images and tags escaped; code is unchanged.

    >>> inert("See ![map](https://a.example/x.png) and `![x](y)`")
    'See !\\[map](https://a.example/x.png) and `![x](y)`'
    """
    code = parse(text).code
    starts = [start for start, _ in code]

    def escaped(match: re.Match[str]) -> str:
        before = bisect_right(starts, match.start()) - 1
        if before >= 0 and match.start() < code[before][1]:
            return match.group()
        # A backslash before "<" could itself be escaped; an entity never opens a tag.
        return "!\\" if match.group() == "!" else "&lt;"

    return _FETCHES.sub(escaped, text)
