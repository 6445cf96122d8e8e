"""Tell reStructuredText from plain text and from Markdown by markup that nothing else has."""

import re

_SIGN = re.compile(
    r"^[ \t]*\.\. (?:[\w+.:-]+::(?:\s|$)|\|[^|\n]+\| [\w-]+::|_[^\s:][^\n]*:(?:\s|$))"
    r"|(?<![\w:]):[a-z][\w+.:-]*:`[^`\n]+`",
    re.M,
)
"""A directive, a substitution, a target or a role: ``.. note::``, ``.. _a:``, ``:doc:`faq```."""
_MARKDOWN = re.compile(r"^(?:```|~~~|#{1,6} \S)", re.M)
"""A fence or a heading of Markdown, which may hold an example of the other."""


def is_restructured(text: str) -> bool:
    """Return True if a text has a directive, a target or a role, and no Markdown."""
    return _SIGN.search(text) is not None and _MARKDOWN.search(text) is None
