"""Boilerplate: headers and footers of pages, recognised by their repetition across a document."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from workbench.text import BOLD_HEADING, Block

_REPETITIONS = 3
_FOUR_WORDS = re.compile(r"^(?:[^\w\n]*+\w++){4}[^\n]*", re.MULTILINE)
"""Shorter lines («Yes.», "Step 2") repeat for other reasons; "Page 1 of 7" has four words."""
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"\w+")


class _Line(NamedTuple):
    start: int
    text: str

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def boilerplate(blocks: Sequence[Block]) -> Mapping[int, int]:
    """The lines of a document that are boilerplate: the end of each by its start.

    A line is boilerplate when it stands at least three times, word for word or with a number that
    only grows (a page counter), in paragraphs made of nothing but such lines.
    """
    source = blocks[0].source if blocks else ""
    repeated = sorted(line for lines_alike in _alike(blocks) for line in lines_alike)
    return {
        line.start: line.end
        for run in _runs(repeated)
        if _is_blank_before(source, run[0].start) and _is_blank_after(source, run[-1].end)
        for line in run
    }


def _alike(blocks: Iterable[Block]) -> Iterator[list[_Line]]:
    """Groups of lines that repeat as boilerplate does."""
    by_shape: dict[str, list[_Line]] = defaultdict(list)
    for line in _prose(blocks):
        words = " ".join(_WORD.findall(line.text))
        by_shape[_NUMBER.sub("0", words).casefold()].append(line)
    for group in by_shape.values():
        if len(group) >= _REPETITIONS and (_same_numbers(group) or _counts_up(group)):
            yield group


def _prose(blocks: Iterable[Block]) -> Iterator[_Line]:
    """Lines of enough words in paragraphs; of a list item those below its first."""
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
    """True when some number grows from each line to the next and no other one changes."""
    columns = zip(*([int(n) for n in _NUMBER.findall(line.text)] for line in group), strict=True)
    changing = [column for column in columns if len(set(column)) > 1]
    return len(changing) == 1 and all(a < b for a, b in pairwise(changing[0]))


def _runs(lines: Iterable[_Line]) -> Iterator[list[_Line]]:
    """Neighbouring lines together."""
    run: list[_Line] = []
    for line in lines:
        if run and line.start > run[-1].end + len("\r\n"):
            yield run
            run = []
        run.append(line)
    if run:
        yield run


def _is_blank_before(source: str, start: int) -> bool:
    """Whether nothing or a blank line stands before the line that begins at ``start``."""
    return not source[source.rfind("\n", 0, max(start - 1, 0)) + 1 : start].strip()


def _is_blank_after(source: str, end: int) -> bool:
    line_end = source.find("\n", end)
    if line_end < 0:
        return True
    next_end = source.find("\n", line_end + 1)
    return not source[line_end : next_end if next_end >= 0 else None].strip()
