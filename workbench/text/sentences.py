"""Split prose into sentences of bounded length."""

import re
from collections.abc import Iterator
from itertools import pairwise

from razdel import sentenize

from workbench.nlp.date_abbreviations import goes_on_after_date

_LONGEST = 1_500
"""Characters. A longer sentence is a loop or an unpunctuated list («the excess is $100. the excess
is $100. …»); it is cut, so that no later step has to process one of 60,000."""
_STOP = re.compile(r"[.!?…;]\s+")
# A line of a list in plain text, which Markdown does not take for one: "– a packed lunch", and a
# labelled line, "Lace repair: 150 roubles", one with leaders, "Treasurer ..... Ann Reed", or an
# option, "-k, --keep  Keep the files".
_LEADERS = r"[ \t]*[^\s.][^\n.]{0,60}(?:\.[ \t]?){4,}[^\s.][^\n]*"
_DASH = r"[\u2013\u2014\u2022][ \t]+"
_LINE_OF_LIST = re.compile(
    rf"^(?:{_DASH}\S|{_LEADERS}|(?=[A-Z\u0410-\u042f\u0401])[^.:!?;\n]{{2,60}}:[ \t]+\S"
    r"|[ \t]*--?[A-Za-z][^\n]*?(?<=\S)(?:[ \t]{2}|\n))",
    re.M,
)
_DASHED = re.compile(_DASH)
_LEADING = re.compile(rf"{_LEADERS}\s*")
_WORD = 40
"""Characters that are read of a word."""
_FEWEST_LINES = 2
"""Lines of a list; a single one may be a broken line of prose."""


def dash_before(text: str) -> str:
    """Return the dash of a list's line in plain text with the spaces after it; "" without one."""
    found = _DASHED.match(text)
    return found.group() if found else ""


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield the offsets of each sentence of a text; a line of a list is one by itself."""
    lines = [line.start() for line in _LINE_OF_LIST.finditer(text)] if "\n" in text else []
    starts = lines if len(lines) >= _FEWEST_LINES else []
    for first, last in pairwise((0, *filter(None, starts), len(text))):
        if starts and _LEADING.fullmatch(text, first, last):
            line = text[first:last]
            yield first + len(line) - len(line.lstrip()), first + len(line.rstrip())
            continue
        for start, end in _sentences(text, first, last):
            if end - start <= _LONGEST:
                yield start, end
            else:
                yield from _cut(text, start, end)


def _sentences(text: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Yield the offsets of sentences; "in Jan. 1996" is within one."""
    open_at: int | None = None
    for one in sentenize(text[first:last]):
        start, end = first + one.start, first + one.stop
        start = start if open_at is None else open_at
        goes_on = goes_on_after_date(text[start:end], text[end:last].lstrip()[:_WORD])
        open_at = start if goes_on else None
        if not goes_on:
            yield start, end


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
