"""Sentences of a stretch of prose, none of them longer than one can be checked."""

import re
from collections.abc import Iterator

from razdel import sentenize

_LONGEST = 1_500
"""Characters. What goes on for longer is no sentence but a loop or a list without ends («the excess
is $100. the excess is $100. …»); it is cut, so that no later step meets one of 60,000."""
_STOP = re.compile(r"[.!?…;]\s+")


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Where each sentence of a text begins and ends."""
    for one in sentenize(text):
        if one.stop - one.start <= _LONGEST:
            yield one.start, one.stop
        else:
            yield from _cut(text, one.start, one.stop)


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """An overlong stretch, cut at its stops; between two far apart at spaces, or anywhere."""
    stops = [stop.end() for stop in _STOP.finditer(text, start, end)]
    for stop in [*stops, end]:
        while stop - start > _LONGEST:
            space = text.rfind(" ", start, start + _LONGEST) + 1
            cut = space if space > start else start + _LONGEST
            yield start, start + len(text[start:cut].rstrip())
            start = cut
        if start < stop:
            yield start, start + len(text[start:stop].rstrip())
        start = stop
