"""The frozen text model: blocks, their sentences and inline markup, citation marks."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
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
"""``item`` is the first paragraph of a list item; ``rule`` is a thematic break or a table's
delimiter row; ``fence`` is the opening or closing line of a fence around prose; ``string`` is a
string value of a JSON text."""

_BAR = re.compile(r"(?<!\\)\|")
"""A cell border, but not an escaped bar inside a cell: ``a \\| b``."""
_MAX_DIGITS = 6
"""Digits of a source's number. A longer one cites nothing: parsing ``[Source 9…9]`` is slow."""
LEFT_OPEN, OPENS, CLOSES = 0, 1, 2
"""Levels of ``fence`` blocks: an opening line that no line closes, an opening and a closing one."""
BOLD_HEADING = 7
"""The level of a heading that is a line in bold, ``**Limits:**``; ``#`` headings have 1 to 6."""


@dataclass(frozen=True)
class Block:
    """A span of a text that no sentence crosses, without the list or heading mark before it."""

    kind: BlockKind
    source: str
    start: int
    end: int
    skipped: tuple[tuple[int, int], ...] = ()
    """Offsets of the quotation marks (``> ``) that begin its lines, from the second one on."""
    level: int = 0
    """1 to 7 for a heading; LEFT_OPEN, OPENS or CLOSES for a fence."""
    depth: int = 0
    """The number of lists around the block; 1 for an item of an outermost list."""
    is_head: bool = False
    """Whether a table row is the header: a delimiter row follows."""
    field: str = ""
    """The field of a JSON value, or of the list that contains it."""
    parts: tuple["Block", ...] = ()
    """The blocks of a JSON value, parsed as Markdown."""

    @cached_property
    def text(self) -> str:
        """The block's Markdown, of the same length as its span.

        Spaces replace the quotation marks of its lines and, in JSON, escaped line breaks.
        """
        text = self.source[self.start : self.end]
        for start, end in self.skipped:
            a, b = start - self.start, end - self.start
            text = f"{text[:a]}{' ' * (b - a)}{text[b:]}"
        return text

    @property
    def line_start(self) -> int:
        """The start of the block's first line, before its list or heading mark."""
        return self.source.rfind("\n", 0, self.start) + 1

    @property
    def lines(self) -> tuple[int, int]:
        """The offsets of the block's whole lines, without the last line break."""
        end = self.source.find("\n", self.end)
        return self.line_start, len(self.source) if end < 0 else end

    @property
    def lines_of_code(self) -> Span:
        """The span of the lines between the fences of code."""
        start = self.source.find("\n", self.start, self.end) + 1 or self.end
        return Span(start=start, end=max(self.source.rfind("\n", start, self.end), start))

    @property
    def mark(self) -> str:
        """The text before the block on its first line: ``- ``, ``## ``, ``> 1. ``."""
        return self.source[self.line_start : self.start]

    @cached_property
    def sentences(self) -> tuple[Span, ...]:
        """The spans of the block's sentences; code is a single one, rules and fences have none."""
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
        """Emphasis, code, links and tags inside the block, with offsets into the source."""
        if self.kind in ("code", "fence", "rule"):
            return ()
        if self.kind == "string":
            return tuple(one for part in self.parts for one in part.inlines)
        return tuple(
            Inline(one.kind, *(begin + place for place in one[1:]))
            for begin, text in self._inline_texts()
            for one in inline_spans(text)
        )

    @property
    def code(self) -> tuple[tuple[int, int], ...]:
        """The spans of code inside the block."""
        if self.kind == "code":
            return ((self.start, self.end),)
        return tuple((one.start, one.end) for one in self.inlines if one.kind == "code")

    def _inline_texts(self) -> Iterator[tuple[int, str]]:
        """Yield the texts that are parsed for inline Markdown one by one, with their offsets."""
        if self.kind == "row":
            yield from ((cell.start, self.source[cell.start : cell.end]) for cell in self.cells)
        else:
            yield self.start, self.text

    @cached_property
    def cells(self) -> tuple[Span, ...]:
        """The spans of a table row's cells, stripped; empty for other blocks."""
        return tuple(self._cells()) if self.kind == "row" else ()

    def _cells(self) -> Iterator[Span]:
        bars = [self.start + bar.start() for bar in _BAR.finditer(self.text)]
        last = [] if self.text.endswith("|") else [self.end]
        for start, end in pairwise([*bars, *last]):
            cell = self.source[start + 1 : end]
            begin = start + 1 + len(cell) - len(cell.lstrip())
            yield Span(start=begin, end=begin + len(cell.strip()))

    def shifted(self, source: str, by: int) -> "Block":
        """Return the block of a substring as a block of the whole text, ``by`` characters on."""
        skipped = tuple((start + by, end + by) for start, end in self.skipped)
        return replace(
            self, source=source, start=self.start + by, end=self.end + by, skipped=skipped
        )

    def as_head(self) -> "Block":
        """Return the row as the header of its table."""
        return replace(self, is_head=True)


class CitationMark(NamedTuple):
    """A citation mark: the source's number and the mark's span.

    The number is 0, which no source has, if it has more than six digits.
    """

    number: int
    start: int
    end: int


@dataclass(frozen=True)
class Text:
    """A parsed text; ``parse`` gives equal ones for equal sources."""

    source: str
    blocks: tuple[Block, ...] = field(compare=False)
    data: Any = field(default=None, compare=False)
    """The object or list of a JSON text; None for other texts."""

    def block_at(self, offset: int) -> Block:
        """Return the block at an offset, or the last one before it."""
        return self.blocks[max(bisect_right(self._starts, offset) - 1, 0)]

    def blocks_in(self, start: int, end: int) -> tuple[Block, ...]:
        """Return the blocks that overlap a span, and possibly the one before it."""
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
        """Return the marks that begin inside a span."""
        first, last = (
            bisect_left(self.marks, at, key=lambda one: one.start) for at in (start, end)
        )
        return self.marks[first:last]

    def after_marks(self, offset: int) -> int:
        """Return the end of the marks directly after an offset; the offset itself without any."""
        first = bisect_left(self.marks, offset, key=lambda mark: mark.start)
        for mark in self.marks[first:]:
            if self.source[offset : mark.start].strip(" \t"):
                break
            offset = mark.end
        return offset

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
                    number = int(match[1]) if len(match[1]) <= _MAX_DIGITS else 0
                    yield CitationMark(number, *match.span())

    @cached_property
    def code(self) -> tuple[tuple[int, int], ...]:
        """The spans of code, including fences around prose; marks inside them cite nothing.

        Escaping has its own, stricter notion of code: `workbench.text.rendered_code`.
        """
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
