"""Tell a placeholder in angle brackets, as in ``install <package>``, from an HTML tag."""

import re
from functools import cache, lru_cache

from workbench.nlp.word_lists import word_list

_CLOSING = re.compile(r"</([a-z][a-z0-9_.:-]*)")
_BARE = re.compile(r"<([a-z][a-z0-9_.:-]*)>")
"""An opening tag without attributes; a component of a site generator has a capital: ``<Tabs>``."""


def is_placeholder(text: str, start: int) -> bool:
    """Return whether the ``<`` at ``start`` opens a name that a reader is to see.

    Such a name is not an element of HTML, stands beside other text and is never closed.
    """
    tag = _BARE.match(text, start)
    return (
        tag is not None
        and tag[1] not in _elements()
        and tag[1] not in _closed(text)
        and tag.group() != text.strip()
    )


@lru_cache(maxsize=16)
def _closed(text: str) -> frozenset[str]:
    """Return the names of the tags that a text closes."""
    return frozenset(_CLOSING.findall(text))


@cache
def _elements() -> frozenset[str]:
    return frozenset(word_list("html_elements"))
