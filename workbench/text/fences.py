"""Markdown fences: those around prose, which it comes out of, and those around code."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from workbench.nlp.word_lists import word_list

_FENCE = re.compile(
    r"^[ \t]*(?P<fence>`{3,}|~{3,})(?P<info>[^\n`]*)\n"
    r"(?P<body>.*?)"
    r"(?P<close>^[ \t]*(?P=fence)[`~]*[^\S\n]*$|\Z)",
    re.MULTILINE | re.DOTALL,
)


class Fence(NamedTuple):
    """A fenced block: its place, the place of what it holds, and whether that is code."""

    start: int
    end: int
    body_start: int
    body_end: int
    is_code: bool


def fences(text: str) -> Iterator[Fence]:
    """Every fence of a text; one that holds prose may lack its end, as in a reply cut short."""
    for match in _FENCE.finditer(text):
        is_code = _is_code(match["info"])
        if match["close"] or not is_code:
            yield Fence(*match.span(), *match.span("body"), is_code)


def _is_code(info: str) -> bool:
    """Whether the word after the opening names a programming language or a form of data."""
    word = info.strip(" \t{}.").lower().partition(" ")[0]
    return word in word_list("code_fences")


def without_prose_fences(text: str) -> str:
    """The text with prose out of its fences: it is read, cited and checked like any other.

    >>> without_prose_fences("```markdown\\nGlass is covered.\\n```")
    'Glass is covered.\\n'
    """
    out, position = "", 0
    for fence in fences(text):
        if not fence.is_code:
            out += text[position : fence.start] + text[fence.body_start : fence.body_end]
            position = fence.end
    return out + text[position:]
