"""Sentences with offsets, for prose and for lists and tables laid out in Markdown."""

import re
from collections.abc import Iterator
from functools import lru_cache

from razdel import sentenize

from workbench.domain.base import Span

_LINE = re.compile(r"[^\n]+")
_LEAD = re.compile(r"^[\s>*\-•#|]*(?:\d+[.)]\s+)?")


@lru_cache(maxsize=4096)
def sentences(text: str) -> tuple[Span, ...]:
    """Where each sentence stands; list items, table rows and headings end one too."""
    return tuple(_sentences(text))


def _sentences(text: str) -> Iterator[Span]:
    for start, end in _blocks(text):
        block = text[start:end]
        for piece in sentenize(block):
            yield Span(start=start + piece.start, end=start + piece.stop)


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Stretches that no sentence crosses, list and heading marks left out."""
    open_start: int | None = None
    open_end = 0
    for line in _LINE.finditer(text):
        lead = _LEAD.match(line.group())
        mark = lead.group().strip() if lead else ""
        begins = bool(mark) or "\n\n" in text[open_end : line.start() + 1]
        if begins and open_start is not None:
            yield open_start, open_end
            open_start = None
        if line.group().strip():
            if open_start is None:
                open_start = line.start() + (lead.end() if lead else 0)
            open_end = line.end()
        if mark.startswith(("#", "|")) and open_start is not None:
            yield open_start, open_end
            open_start = None
    if open_start is not None and open_start < open_end:
        yield open_start, open_end
