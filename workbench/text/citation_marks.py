"""Citation marks: taken out of a text without a trace, or made harmless where a document has them.

A mark is written ``[Source N]``; `workbench.domain.answer` has its syntax.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from workbench.domain.answer import CITATION_MARKER
from workbench.text.edits import Edit, Edited
from workbench.text.model import Block, CitationMark, Text
from workbench.text.parse import parse

SPACES = " \t\u00a0"
_RUN = re.compile(rf"(?<=[^\r\n{SPACES}])[{SPACES}]{{2,}}")
_CLOSING = (*".,;:!?…)]»”\n", "\\n")
"""What no space goes before; a line break also as JSON writes it."""
_OPENING = "([«“"
_HALVES = {"(": ")", "[": "]"}
"""Brackets that go with a mark when they hold nothing else."""
SOURCE_WORD = r"(?:sources?|источник(?:и|а|у|е|ов|ом|ам|ах|ами)?)(?![^\W\d])"
"""How models name a source, in a pattern that ignores case."""
_POSING = re.compile(
    rf"[\[［【](\s{{0,3}}{SOURCE_WORD}[^\[\]］】\n]{{0,40}}?\d[^\[\]］】\n]{{0,40}})[\]］】]",
    re.IGNORECASE,
)
"""What a document could pass off as a mark: ``[Source 2]``, ``【источник № 3】``."""


class Marker(NamedTuple):
    """One mark: its number, its place in the marked text, and where it stood in the clean one."""

    number: int
    start: int
    end: int
    at: int


class Unmarked(NamedTuple):
    """A text without its marks, single-spaced, and the marks that stood outside code."""

    text: str
    markers: tuple[Marker, ...]


@lru_cache(maxsize=128)
def without_markers(marked: str) -> Unmarked:
    """Take the marks out. Code keeps its spacing, and a mark inside it cites nothing.

    Emphasis, a link or brackets that held nothing but marks go with them. A mark at the end of
    emphasis or of a link is said to have stood behind it, one at the beginning before it: put
    there, it leaves the Markdown as it was.
    """
    text = parse(marked)
    groups = [*_groups(text, text.marks)]
    edits = [one.edit for one in groups]
    edits += _in_code(text)
    edits += _runs(text, edits)
    changed = Edited(marked, edits)
    markers = (Marker(*mark, changed.place(group.at)) for group in groups for mark in group.marks)
    return Unmarked(neutralised(changed.text), tuple(markers))


def without_unknown(marked: str, is_known: Callable[[int], bool]) -> tuple[str, tuple[int, ...]]:
    """The text without the marks of unknown sources and those in code, and the unknown numbers."""
    text = parse(marked)
    unknown = [mark for mark in text.marks if not is_known(mark.number)]
    edits = [*(group.edit for group in _groups(text, unknown)), *_in_code(text)]
    return Edited(marked, edits).text, tuple(dict.fromkeys(mark.number for mark in unknown))


def neutralised(text: str) -> str:
    """The text with every would-be mark in parentheses instead of brackets; as long as before."""
    text = CITATION_MARKER.sub(lambda match: f"({match.group()[1:-1]})", text)
    return _POSING.sub(r"(\1)", text)


class _Group(NamedTuple):
    """Marks side by side, the edit that takes them out, and the place that a mark may be put at."""

    marks: tuple[CitationMark, ...]
    edit: Edit
    at: int


def _groups(text: Text, marks: Sequence[CitationMark]) -> Iterator[_Group]:
    """The marks by what goes with them."""
    for block, inside in groupby(marks, key=lambda mark: text.block_at(mark.start)):
        yield from _Grouping(text.source, block).groups([*inside])


class _Grouping:
    """Puts marks of one block together, with the emphasis and brackets that only they hold."""

    def __init__(self, source: str, block: Block) -> None:
        self._source = source
        self._first, self._last = block.start, block.end
        wraps = [one for one in block.inlines if one.kind in ("strong", "em", "strike", "link")]
        self._holding = {self._trimmed(one.inner_start, one.inner_end): one for one in wraps}
        self._begun = {one.inner_start: one.start for one in wraps}
        """By places where something begins: the place before it, past the marks taken out there."""
        self._ended = {one.inner_end: one.end for one in wraps}

    def groups(self, marks: Sequence[CitationMark]) -> Iterator[_Group]:
        stack: list[tuple[int, int, int]] = []
        for count, mark in enumerate(marks):
            start, end, first = *self._wrapped(mark.start, mark.end), count
            while stack and not self._source[stack[-1][1] : start].strip(SPACES):
                start, _, first = stack.pop()
                start, end = self._wrapped(start, end)
            stack.append((start, end, first))
        lasts = [*(first for _, _, first in stack[1:]), len(marks)]
        for (start, end, first), last in zip(stack, lasts, strict=True):
            edit, place = self._edit(start, end), self._place(start, end)
            self._begun[edit.end] = place
            yield _Group(tuple(marks[first:last]), edit, place)

    def _wrapped(self, start: int, end: int) -> tuple[int, int]:
        """The stretch with whatever holds nothing else."""
        source = self._source
        while True:
            holder = self._holding.get((start, end))
            before, after = start - 1, end
            if holder is not None:
                start, end = holder.start, holder.end
            elif (
                self._first <= before
                and after < self._last
                and source[after] == _HALVES.get(source[before])
                and source[after : after + 2] != "]("
            ):
                start, end = before, after + 1
            else:
                return start, end

    def _trimmed(self, start: int, end: int) -> tuple[int, int]:
        raw = self._source[start:end]
        return start + len(raw) - len(raw.lstrip(SPACES)), start + len(raw.rstrip(SPACES))

    def _edit(self, start: int, end: int) -> Edit:
        """Take a stretch out with the spaces around it; one stays where words are on both sides."""
        source, first, last = self._source, start, end
        while first > self._first and source[first - 1] in SPACES:
            first -= 1
        while last < self._last and source[last] in SPACES:
            last += 1
        begins = first == self._first or source[first - 1] == "\n" or self._opens(first)
        closes = last == self._last or last in self._ended or source.startswith(_CLOSING, last)
        is_apart = (first, last) != (start, end)
        return Edit(first, last, " " if is_apart and not (begins or closes) else "")

    def _opens(self, at: int) -> bool:
        return at in self._begun or (at > self._first and self._source[at - 1] in _OPENING)

    def _place(self, start: int, end: int) -> int:
        """Behind what the marks end, before what they begin, or where they stand."""
        if end in self._ended:
            while end in self._ended:
                end = self._ended[end]
            return end
        while start:
            if start in self._begun:
                start = self._begun[start]
            elif self._source[start - 1] in SPACES or self._opens(start):
                start -= 1
            else:
                break
        return start


def _in_code(text: Text) -> Iterator[Edit]:
    """Marks in code, which cite nothing."""
    for start, end in text.code:
        for match in CITATION_MARKER.finditer(text.source, start, end):
            yield Edit(*match.span())


def _runs(text: Text, edits: Sequence[Edit]) -> Iterator[Edit]:
    """Runs of spaces outside code and outside the edits: each becomes one space."""
    taken = sorted([*text.code, *((edit.start, edit.end) for edit in edits)])
    place = 0
    for block in text.blocks:
        for match in _RUN.finditer(text.source, block.start, block.end):
            while place < len(taken) and taken[place][1] <= match.start():
                place += 1
            if place == len(taken) or match.end() <= taken[place][0]:
                yield Edit(*match.span(), " ")
