"""The frozen text model: blocks with the sentences and the marked-up stretches inside them."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal, NamedTuple, TypeAlias

from workbench.domain.answer import CITATION_MARKER
from workbench.domain.base import Span
from workbench.text.inline import Inline, inline_spans
from workbench.text.sentences import sentence_spans

BlockKind: TypeAlias = Literal[
    "heading", "paragraph", "item", "row", "rule", "code", "fence", "string"
]
"""``item`` is the first paragraph of a list item; ``rule`` a line across the page or under a
table's head; ``fence`` the opening or closing line of a fence that stands around prose; ``string``
a value in a JSON text."""

_BAR = re.compile(r"(?<!\\)\|")
"""Between cells; not ``\\|``, a bar that a cell shows."""
_LONGEST_NUMBER = 6
"""Digits of a source's number; more would be a slow way to write 0."""
LEFT_OPEN, OPENS, CLOSES = 0, 1, 2
"""What the line of a fence does: the levels of such blocks."""
BOLD_HEADING = 7
"""The level of a heading that is a line in bold; those with ``#`` have 1 to 6."""


@dataclass(frozen=True)
class Block:
    """A stretch that no sentence crosses: ``source[start:end]`` without the mark before it."""

    kind: BlockKind
    source: str
    start: int
    end: int
    skipped: tuple[tuple[int, int], ...] = ()
    """Quotation marks (``>``) at the beginnings of its further lines."""
    level: int = 0
    """Of a heading 1 to 7; of the line of a fence LEFT_OPEN, OPENS or CLOSES."""
    depth: int = 0
    """In how many lists it stands; 1 for an item of a list that stands in no other."""
    is_head: bool = False
    """Whether a table row names the columns: a rule follows."""
    field: str = ""
    """The name that holds a JSON value, or the list that it is in."""
    parts: tuple["Block", ...] = ()
    """The blocks of the text that a JSON value is."""

    @cached_property
    def text(self) -> str:
        """Its words with their Markdown, as long as its span.

        Blanks stand for the ``>`` at the beginnings of its lines, in JSON for escaped line breaks.
        """
        text = self.source[self.start : self.end]
        for start, end in self.skipped:
            a, b = start - self.start, end - self.start
            text = f"{text[:a]}{' ' * (b - a)}{text[b:]}"
        return text

    @property
    def line_start(self) -> int:
        """Where the line begins that it begins on: before the mark of its item or heading."""
        return self.source.rfind("\n", 0, self.start) + 1

    @property
    def lines(self) -> tuple[int, int]:
        """Where its lines begin and end, without the last line break."""
        end = self.source.find("\n", self.end)
        return self.line_start, len(self.source) if end < 0 else end

    @property
    def mark(self) -> str:
        """What stands before it on its line: ``- ``, ``## ``, ``> 1. ``."""
        return self.source[self.line_start : self.start]

    @cached_property
    def sentences(self) -> tuple[Span, ...]:
        """Where its sentences stand in the source; code is one, a rule has none."""
        if self.kind in ("rule", "fence"):
            return ()
        if self.kind == "code":
            return (Span(start=self.start, end=self.end),)
        if self.kind == "string":
            return tuple(span for part in self.parts for span in part.sentences)
        return tuple(
            Span(start=self.start + start, end=self.start + end)
            for start, end in sentence_spans(self.text)
        )

    @cached_property
    def inlines(self) -> tuple[Inline, ...]:
        """Emphasis, code, links and tags inside it, with their places in the source."""
        if self.kind in ("code", "fence", "rule"):
            return ()
        if self.kind == "string":
            return tuple(one for part in self.parts for one in part.inlines)
        return tuple(
            Inline(one.kind, *(begin + place for place in one[1:]))
            for begin, text in self._lines()
            for one in inline_spans(text)
        )

    @property
    def code(self) -> tuple[tuple[int, int], ...]:
        """Where code stands in it."""
        if self.kind == "code":
            return ((self.start, self.end),)
        return tuple((one.start, one.end) for one in self.inlines if one.kind == "code")

    def _lines(self) -> Iterator[tuple[int, str]]:
        """The stretches that Markdown pairs its marks up in, and where they begin."""
        if self.kind == "row":
            yield from ((cell.start, self.source[cell.start : cell.end]) for cell in self.cells)
        else:
            yield self.start, self.text

    @cached_property
    def cells(self) -> tuple[Span, ...]:
        """Where the cells of a table row stand, without the space around them."""
        return tuple(self._cells()) if self.kind == "row" else ()

    def _cells(self) -> Iterator[Span]:
        bars = [self.start + bar.start() for bar in _BAR.finditer(self.text)]
        last = [] if self.text.endswith("|") else [self.end]
        for start, end in pairwise([*bars, *last]):
            cell = self.source[start + 1 : end]
            begin = start + 1 + len(cell) - len(cell.lstrip())
            yield Span(start=begin, end=begin + len(cell.strip()))

    def shifted(self, source: str, by: int) -> "Block":
        """The block of a stretch of another text, with its places there."""
        skipped = tuple((start + by, end + by) for start, end in self.skipped)
        return replace(
            self, source=source, start=self.start + by, end=self.end + by, skipped=skipped
        )

    def as_head(self) -> "Block":
        """The row as the head of its table."""
        return replace(self, is_head=True)


class CitationMark(NamedTuple):
    """A mark that cites a source, and its place; number 0, which no source has, if absurd."""

    number: int
    start: int
    end: int


@dataclass(frozen=True)
class Text:
    """A parsed text."""

    source: str
    blocks: tuple[Block, ...]
    data: Any = None
    """The object or list that the text is, where it is JSON."""

    def block_at(self, place: int) -> Block:
        """The block that a place stands in, or the last one before it."""
        return self.blocks[max(bisect_right(self._starts, place) - 1, 0)]

    def blocks_in(self, start: int, end: int) -> tuple[Block, ...]:
        """The blocks that a stretch touches, and perhaps the one before it."""
        first = max(bisect_right(self._starts, start) - 1, 0)
        return self.blocks[first : bisect_left(self._starts, end)]

    @cached_property
    def _starts(self) -> list[int]:
        return [block.start for block in self.blocks]

    @cached_property
    def sentences(self) -> tuple[Span, ...]:
        """The sentences of all blocks, in order."""
        return tuple(span for block in self.blocks for span in block.sentences)

    @cached_property
    def marks(self) -> tuple[CitationMark, ...]:
        """The citation marks outside code, in order; in JSON those in its string values."""
        return tuple(self._marks())

    def marks_in(self, start: int, end: int) -> tuple[CitationMark, ...]:
        """The marks that begin in a stretch."""
        first, last = (
            bisect_left(self.marks, at, key=lambda one: one.start) for at in (start, end)
        )
        return self.marks[first:last]

    def after_marks(self, place: int) -> int:
        """The end of the marks that stand directly behind a place; the place where none do."""
        first = bisect_left(self.marks, place, key=lambda mark: mark.start)
        for mark in self.marks[first:]:
            if self.source[place : mark.start].strip(" \t"):
                break
            place = mark.end
        return place

    def _marks(self) -> Iterator[CitationMark]:
        code = iter([*self.code, (len(self.source), len(self.source))])
        start, end = next(code)
        strings = self.blocks if self.data is not None else [None]
        for string in strings:
            stretch = (string.start, string.end) if string else (0, len(self.source))
            for match in CITATION_MARKER.finditer(self.source, *stretch):
                while end <= match.start() < len(self.source):
                    start, end = next(code)
                if not start <= match.start():
                    number = int(match[1]) if len(match[1]) <= _LONGEST_NUMBER else 0
                    yield CitationMark(number, *match.span())

    @cached_property
    def code(self) -> tuple[tuple[int, int], ...]:
        """Where code stands, in lines and in fences of any kind: a mark there cites nothing."""
        return tuple(self._code())

    def _code(self) -> Iterator[tuple[int, int]]:
        opening: Block | None = None
        for part in (part for block in self.blocks for part in block.parts or (block,)):
            if opening is None:
                yield from part.code
                opening = part if (part.kind, part.level) == ("fence", OPENS) else None
            elif (part.kind, part.level) == ("fence", CLOSES):
                yield opening.start, part.end
                opening = None
