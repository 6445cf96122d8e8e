"""The body of a document as chunks are cut from it: headings, tables, lists, boilerplate."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Literal

from workbench.domain.base import Span
from workbench.ingest.boilerplate import boilerplate
from workbench.text import BOLD_HEADING, Block
from workbench.text.blocks import blocks_of

_INK = re.compile(r"\S")


@dataclass(frozen=True)
class Row:
    """A whole line of a table."""

    start: int
    end: int
    is_rule: bool


class Body:
    """The text of a document after its front matter; every offset is into the whole text."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.blocks = _blocks(text, start)
        self._ends = [block.end for block in self.blocks]
        self._boilerplate = boilerplate(self.blocks)
        self._boilerplate_starts = sorted(self._boilerplate)

    @cached_property
    def headings(self) -> tuple[Block, ...]:
        """The headings written with ``#`` that stand in no list or quotation."""
        return tuple(
            block
            for block in self.blocks
            if block.kind == "heading"
            and block.level < BOLD_HEADING
            and not block.mark.strip("# \t")
        )

    @cached_property
    def _tables(self) -> list[list[Row]]:
        """Table rows on neighbouring lines together."""
        tables: list[list[Row]] = []
        for block in self.blocks:
            if _is_row(block):
                row = Row(block.line_start, self._line_end(block.end), block.kind == "rule")
                if not tables or self.text[tables[-1][-1].end : row.start].strip("\r") != "\n":
                    tables.append([])
                tables[-1].append(row)
        return tables

    @cached_property
    def _table_starts(self) -> list[int]:
        return [table[0].start for table in self._tables]

    def tables(self, span: Span) -> Sequence[Sequence[Row]]:
        """The tables that begin inside a stretch."""
        starts = self._table_starts
        return self._tables[bisect_left(starts, span.start) : bisect_left(starts, span.end)]

    def trimmed(self, start: int, end: int) -> Span | None:
        """A stretch without blank lines and boilerplate at either end; None if nothing is left."""
        while ink := _INK.search(self.text, start, end):
            line = self._line_start(ink.start())
            if line not in self._boilerplate:
                return Span(start=max(start, line), end=min(end, self._last_end(end)))
            start = self._boilerplate[line]
        return None

    def _last_end(self, end: int) -> int:
        """The end of the last line before ``end`` that is neither blank nor boilerplate."""
        while True:
            while self.text[end - 1].isspace():
                end -= 1
            line = self._line_start(end - 1)
            if line not in self._boilerplate:
                return self._line_end(end)
            end = line

    def without_boilerplate(self, span: Span) -> str:
        """The text of a stretch, the lines of boilerplate inside it left out."""
        starts = self._boilerplate_starts
        inside = starts[bisect_left(starts, span.start) : bisect_left(starts, span.end)]
        edges = [edge for start in inside for edge in (start, self._boilerplate[start])]
        places = list(pairwise([span.start, *edges, span.end]))[::2]
        return "".join(self.text[start:end] for start, end in places)

    def kind(self, span: Span) -> Literal["prose", "table", "list"]:
        """``table`` or ``list`` for a stretch of nothing else."""
        kinds = {_kind(block) for block in self._overlapping(span)}
        return kinds.pop() if len(kinds) == 1 else "prose"

    def _overlapping(self, span: Span) -> Iterator[Block]:
        for block in self.blocks[bisect_right(self._ends, span.start) :]:
            if block.start >= span.end:
                return
            yield block

    def _line_start(self, place: int) -> int:
        return self.text.rfind("\n", 0, place) + 1

    def _line_end(self, place: int) -> int:
        end = self.text.find("\n", place)
        end = len(self.text) if end < 0 else end
        return place + len(self.text[place:end].rstrip("\r"))


@lru_cache(maxsize=2)
def body_of(text: str, start: int) -> Body:
    """The body of a document; the last ones are kept, for who reads headings cuts chunks next."""
    return Body(text, start)


def _blocks(text: str, start: int) -> tuple[Block, ...]:
    """The blocks from an offset on; whatever stands in a fence is code."""
    blocks: list[Block] = []
    fenced = False
    for block in blocks_of("\n" * start + text[start:]):
        is_fence = block.kind == "fence"
        blocks.append(replace(block, kind="code") if is_fence or fenced else block)
        fenced ^= is_fence
    return tuple(blocks)


def _is_row(block: Block) -> bool:
    """True for a line of a table that nothing but space stands before."""
    is_line = block.kind == "row" or (block.kind == "rule" and block.source[block.start] == "|")
    return is_line and not block.mark.strip()


def _kind(block: Block) -> Literal["prose", "table", "list"]:
    if _is_row(block):
        return "table"
    return "list" if block.kind == "item" else "prose"
