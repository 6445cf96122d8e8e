"""Detect boilerplate: page headers and footers that repeat across a document."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from workbench.text import BOLD_HEADING, Block

_REPETITIONS = 3
"""Occurrences from which a line is boilerplate."""
_FOUR_WORDS = re.compile(r"^(?:[^\w\n]*+\w++){4}[^\n]*", re.MULTILINE)
"""Lines of at least four words ("Page 1 of 7"); shorter ones ("Step 2") repeat in the body too."""
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"\w+")


class _Line(NamedTuple):
    start: int
    text: str

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def boilerplate(blocks: Sequence[Block]) -> Mapping[int, int]:
    """Return the end offset of each boilerplate line by its start offset.

    A line is boilerplate if it occurs at least three times, word for word or with an increasing
    number (a page counter), and its paragraph consists of such lines only.
    """
    source = blocks[0].source if blocks else ""
    repeated = sorted(line for group in _repeated_lines(blocks) for line in group)
    return {
        line.start: line.end
        for run in _runs(repeated)
        if _is_blank_before(source, run[0].start) and _is_blank_after(source, run[-1].end)
        for line in run
    }


def _repeated_lines(blocks: Iterable[Block]) -> Iterator[list[_Line]]:
    """Yield groups of lines that are equal, or equal except for an increasing number."""
    by_shape: dict[str, list[_Line]] = defaultdict(list)
    for line in _prose(blocks):
        words = " ".join(_WORD.findall(line.text))
        by_shape[_NUMBER.sub("0", words).casefold()].append(line)
    for group in by_shape.values():
        if len(group) >= _REPETITIONS and (_same_numbers(group) or _counts_up(group)):
            yield group


def _prose(blocks: Iterable[Block]) -> Iterator[_Line]:
    """Yield lines of at least four words in paragraphs, and in list items after the first line."""
    for block in blocks:
        start = block.line_start
        if block.kind == "item":
            start = block.source.find("\n", start, block.end) + 1 or block.end
        if block.kind in ("paragraph", "item") or block.level == BOLD_HEADING:
            for found in _FOUR_WORDS.finditer(block.source, start, block.end):
                end = block.source.find("\n", found.end())
                text = block.source[found.start() : end if end >= 0 else None]
                yield _Line(found.start(), text.rstrip("\r"))


def _same_numbers(group: Sequence[_Line]) -> bool:
    return len({tuple(_NUMBER.findall(line.text)) for line in group}) == 1


def _counts_up(group: Sequence[_Line]) -> bool:
    """Return True if exactly one number changes, and it increases from line to line."""
    columns = zip(*([int(n) for n in _NUMBER.findall(line.text)] for line in group), strict=True)
    changing = [column for column in columns if len(set(column)) > 1]
    return len(changing) == 1 and all(a < b for a, b in pairwise(changing[0]))


def _runs(lines: Iterable[_Line]) -> Iterator[list[_Line]]:
    """Group adjacent lines."""
    run: list[_Line] = []
    for line in lines:
        if run and line.start > run[-1].end + len("\r\n"):
            yield run
            run = []
        run.append(line)
    if run:
        yield run


def _is_blank_before(source: str, start: int) -> bool:
    """Return True if the line at ``start`` is the first or follows a blank line."""
    return not source[source.rfind("\n", 0, max(start - 1, 0)) + 1 : start].strip()


def _is_blank_after(source: str, end: int) -> bool:
    line_end = source.find("\n", end)
    if line_end < 0:
        return True
    next_end = source.find("\n", line_end + 1)
    return not source[line_end : next_end if next_end >= 0 else None].strip()
