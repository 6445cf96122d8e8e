"""Escape Markdown: all of it, or what makes a renderer fetch something."""

import re

from workbench.text.rendered_code import outside_code

_FETCHES = re.compile(r"!(?=\[)|<(?=[a-z/!?](?!ttps?:))", re.IGNORECASE)
"""The marks that open an image ``![a](b)`` or a tag ``<img …>``, not an address ``<https://…>``."""
_SPECIAL = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~$:])")


def escape(text: str) -> str:
    """Return the text with every character escaped that Markdown gives a meaning.

    Among them are those of Streamlit: ``$`` for formulas, ``:`` for directives.
    """
    return _SPECIAL.sub(r"\\\1", text)


def escape_active(text: str) -> str:
    r"""Return the text with images and tags escaped; code is unchanged.

    >>> escape_active("See ![map](https://a.example/x.png) and `![x](y)`")
    'See !\\[map](https://a.example/x.png) and `![x](y)`'
    """
    if not _FETCHES.search(text):
        return text
    return outside_code(text, lambda stretch: _FETCHES.sub(_escaped, stretch))


def _escaped(match: re.Match[str]) -> str:
    # A backslash before "<" could itself be escaped; an entity never opens a tag.
    return "!\\" if match.group() == "!" else "&lt;"
