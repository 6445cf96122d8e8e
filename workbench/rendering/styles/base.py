"""What every render style takes and gives, and how a text gets its marker."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from workbench.domain.answer import marker
from workbench.rendering.layout import Block

Mark: TypeAlias = Callable[[str, int], str]
"""A text and the number of its source become the text as it is shown."""

Layout: TypeAlias = Callable[[Block, Mark, Mapping[str, str]], str]
"""A block, how to mark, and the words of the reader's language become Markdown."""

_STOPS = ".!?…"


def unmarked(text: str, number: int) -> str:  # noqa: ARG001 - the other of the two ways to mark
    """The text alone."""
    return text


def with_marker(text: str, number: int) -> str:
    """The text with its source's marker, before the full stop where there is one."""
    bare = text.rstrip(_STOPS)
    return f"{bare} {marker(number)}{text[len(bare) :]}"
