"""Page furniture: headers and footers, recognised by their repetition across a document."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from workbench.domain.base import Span
from workbench.ingest.markdown_lines import Line

_REPETITIONS = 3
_SHORTEST = 4
"""Words: shorter lines («Yes.», "Step 2") repeat for other reasons; "Page 1 of 7" has four."""
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"\w+")


def boilerplate(lines: Sequence[Line]) -> frozenset[int]:
    """The offsets of the lines that are page furniture.

    A line is furniture when it stands at least three times, word for word or with a number that
    only grows (a page counter), in paragraphs made of nothing but such lines.
    """
    repeated = {line.start for lines_alike in _alike(lines) for line in lines_alike}
    return frozenset(
        line.start
        for paragraph in _paragraphs(lines)
        if all(line.start in repeated for line in paragraph)
        for line in paragraph
    )


def without(text: str, span: Span, lines: Sequence[Line], repeated: frozenset[int]) -> str:
    """A stretch of text as it is indexed: its furniture lines left out."""
    inside = [line for line in lines if line.start in repeated]
    edges = [span.start, *(edge for line in inside for edge in (line.start, line.end)), span.end]
    return "".join(text[start:end] for start, end in list(pairwise(edges))[::2])


def _alike(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Groups of lines that repeat as furniture does."""
    by_shape: dict[str, list[Line]] = defaultdict(list)
    for line in lines:
        words = _WORD.findall(line.text)
        if line.kind == "prose" and len(words) >= _SHORTEST:
            by_shape[_NUMBER.sub("0", " ".join(words)).casefold()].append(line)
    for group in by_shape.values():
        if len(group) >= _REPETITIONS and (_same_numbers(group) or _counts_up(group)):
            yield group


def _same_numbers(group: Sequence[Line]) -> bool:
    return len({tuple(_NUMBER.findall(line.text)) for line in group}) == 1


def _counts_up(group: Sequence[Line]) -> bool:
    """True when some number grows from each line to the next and no other one changes."""
    columns = zip(*([int(n) for n in _NUMBER.findall(line.text)] for line in group), strict=True)
    changing = [column for column in columns if len(set(column)) > 1]
    return len(changing) == 1 and all(a < b for a, b in pairwise(changing[0]))


def _paragraphs(lines: Sequence[Line]) -> Iterator[list[Line]]:
    for is_text, group in groupby(lines, key=lambda line: bool(line.text.strip())):
        if is_text:
            yield list(group)
