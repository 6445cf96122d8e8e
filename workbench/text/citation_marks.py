"""Remove citation marks from a text, or neutralise those that a document contains.

A mark is written ``[Source N]``; `workbench.domain.answer` has its syntax.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from typing import NamedTuple

from workbench.domain.answer import CITATION_MARKER
from workbench.nlp.tokens import count_words
from workbench.text.edits import Edit, Edited
from workbench.text.model import Block, CitationMark, Text
from workbench.text.parse import parse

SPACES = " \t\u00a0"
_RUN = re.compile(rf"(?<=[^\r\n{SPACES}])[{SPACES}]{{2,}}")
"""Two or more spaces after a word, not the indentation of a line."""
_CLOSING = (*".,;:!?…)]»”\n", "\\n")
"""Characters with no space before them; a line break also as JSON escapes it."""
_OPENING = "([«“"
_HALVES = {"(": ")", "[": "]"}
"""Brackets that are removed with a mark if they contain nothing else."""
SOURCE_WORD = r"(?:sources?|источник(?:и|а|у|е|ов|ом|ам|ах|ами)?)(?![^\W\d])"
"""The word before a source's number, for case-insensitive patterns: ``sources``, ``источник``."""
_WORD_WITH_MARKS = re.compile(r"(?:\[Source \d+\]|\S)+\s*")
"""``paid [Source 1].`` of "Fees are paid [Source 1]."."""
_POSING = re.compile(
    rf"[\[［【](\s{{0,3}}{SOURCE_WORD}[^\[\]］】\n]{{0,40}}?\d[^\[\]］】\n]{{0,40}})[\]］】]",
    re.IGNORECASE,
)
"""Text of a document that looks like a mark: ``[Source 2]``, ``【источник № 3】``."""


class Marker(NamedTuple):
    """One mark: its number, its offsets in the marked text, and its position in the clean one."""

    number: int
    start: int
    end: int
    at: int


@dataclass(frozen=True)
class Unmarked:
    """A text without its marks, single-spaced, and the marks outside code."""

    text: str
    markers: tuple[Marker, ...]

    @cached_property
    def parsed(self) -> Text:
        """The model of the text."""
        return parse(self.text)


@lru_cache(maxsize=128)
def without_markers(marked: str) -> Unmarked:
    """Remove the marks. Code keeps its spacing, and a mark inside it cites nothing.

    Emphasis, links and brackets that contain only marks are removed too. The position of a mark at
    the end of emphasis or of a link is after it, at the beginning before it, so that reinserting
    the mark leaves the Markdown intact.
    """
    text = parse(marked)
    groups = [*_groups(text, text.marks)]
    edits = [one.edit for one in groups]
    edits += _in_code(text)
    edits += _runs(text, edits)
    changed = Edited(marked, edits)
    markers = (Marker(*mark, changed.place(group.at)) for group in groups for mark in group.marks)
    return Unmarked(neutralised(changed.text), tuple(markers))


def without_unknown(text: Text, is_known: Callable[[int], bool]) -> tuple[str, tuple[int, ...]]:
    """Remove the marks of unknown sources and those in code; also return the unknown numbers."""
    unknown = [mark for mark in text.marks if not is_known(mark.number)]
    edits = [*(group.edit for group in _groups(text, unknown)), *_in_code(text)]
    return Edited(text.source, edits).text, tuple(dict.fromkeys(mark.number for mark in unknown))


def neutralised(text: str) -> str:
    """Return the text, at the same length, with marks in parentheses instead of brackets."""
    text = CITATION_MARKER.sub(lambda match: f"({match.group()[1:-1]})", text)
    return _POSING.sub(r"(\1)", text)


class _Group(NamedTuple):
    """Adjacent marks, the edit that removes them, and their position for reinsertion."""

    marks: tuple[CitationMark, ...]
    edit: Edit
    at: int


def _groups(text: Text, marks: Sequence[CitationMark]) -> Iterator[_Group]:
    """Yield the marks grouped by adjacency, block by block."""
    for block, inside in groupby(marks, key=lambda mark: text.block_at(mark.start)):
        yield from _Grouping(text.source, block).groups([*inside])


class _Grouping:
    """Groups the marks of one block with the emphasis and brackets that contain only them."""

    def __init__(self, source: str, block: Block) -> None:
        self._source = source
        self._first, self._last = block.start, block.end
        wraps = [one for one in block.inlines if one.kind in ("strong", "em", "strike", "link")]
        self._holding = {self._trimmed(one.inner_start, one.inner_end): one for one in wraps}
        self._begun = {one.inner_start: one.start for one in wraps}
        """Maps where a construct's content begins to its start, before the removed marks."""
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
        """Widen a span by the emphasis, links and brackets that contain nothing else."""
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
        """Remove a span with the spaces around it; between two words one space stays."""
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
        """Return the reinsertion position: after a construct they end or before one they begin."""
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


def words_with_marks(marked: str) -> list[str]:
    """Return the words of an answer, each with the marks and spaces after it; no mark is split."""
    return _WORD_WITH_MARKS.findall(marked)


def words_read(marked: str) -> int:
    """Return the number of words that a reader sees: citation marks are none."""
    return count_words(CITATION_MARKER.sub(" ", marked))


def _in_code(text: Text) -> Iterator[Edit]:
    """Yield edits that remove the marks in code, which cite nothing."""
    for start, end in text.code:
        for match in CITATION_MARKER.finditer(text.source, start, end):
            yield Edit(*match.span())


def _runs(text: Text, edits: Sequence[Edit]) -> Iterator[Edit]:
    """Yield edits that collapse runs of spaces outside code and outside other edits."""
    taken = sorted([*text.code, *((edit.start, edit.end) for edit in edits)])
    place = 0
    for block in text.blocks:
        for match in _RUN.finditer(text.source, block.start, block.end):
            while place < len(taken) and taken[place][1] <= match.start():
                place += 1
            if place == len(taken) or match.end() <= taken[place][0]:
                yield Edit(*match.span(), " ")
