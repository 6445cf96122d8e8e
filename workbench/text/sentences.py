"""Split prose into sentences of bounded length."""

import re
from collections.abc import Iterator

from razdel import sentenize

_LONGEST = 1_500
"""Characters. A longer sentence is a loop or an unpunctuated list («the excess is $100. the excess
is $100. …»); it is cut, so that no later step has to process one of 60,000."""
_STOP = re.compile(r"[.!?…;]\s+")


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield the offsets of each sentence of a text."""
    for one in sentenize(text):
        if one.stop - one.start <= _LONGEST:
            yield one.start, one.stop
        else:
            yield from _cut(text, one.start, one.stop)


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut an overlong sentence at punctuation, else at spaces, else at the maximum length."""
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
