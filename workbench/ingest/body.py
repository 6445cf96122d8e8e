"""Parse the body of a document into headings, tables, lists and boilerplate, for chunking."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import pairwise

from workbench.domain.base import Span
from workbench.domain.documents import ChunkKind
from workbench.ingest.boilerplate import boilerplate
from workbench.nlp.word_lists import list_pattern
from workbench.text import BOLD_HEADING, Block
from workbench.text.blocks import blocks_of
from workbench.text.field_lines import field_lines

_NON_SPACE = re.compile(r"\S")


@dataclass(frozen=True)
class Row:
    """A line of a table, with its block."""

    start: int
    end: int
    block: Block

    @property
    def is_rule(self) -> bool:
        """Whether it is the delimiter row ``|---|---|``."""
        return self.block.kind == "rule"


class Body:
    """The text of a document after its front matter; offsets are into the full text."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.blocks = _blocks(text, start)
        self._ends = [block.end for block in self.blocks]
        self._boilerplate = boilerplate(self.blocks)
        self._boilerplate_starts = sorted(self._boilerplate)

    @cached_property
    def headings(self) -> tuple[Block, ...]:
        """The headings with ``#`` outside lists and quotations."""
        return tuple(
            block
            for block in self.blocks
            if block.kind == "heading"
            and block.level < BOLD_HEADING
            and not block.mark.strip("# \t")
        )

    @cached_property
    def _tables(self) -> list[list[Row]]:
        """Rows on adjacent lines, grouped into tables."""
        tables: list[list[Row]] = []
        for block in self.blocks:
            if _is_row(block):
                row = Row(block.line_start, self._line_end(block.end), block)
                if not tables or self.text[tables[-1][-1].end : row.start].strip("\r") != "\n":
                    tables.append([])
                tables[-1].append(row)
        return tables

    @cached_property
    def _table_starts(self) -> list[int]:
        return [table[0].start for table in self._tables]

    def tables(self, span: Span) -> Sequence[Sequence[Row]]:
        """Return the tables that begin inside a span."""
        starts = self._table_starts
        return self._tables[bisect_left(starts, span.start) : bisect_left(starts, span.end)]

    def forms(self, span: Span) -> Iterator[Block]:
        """Yield the forms in a span, paragraphs whose fields have several values."""
        for block in self._overlapping(span):
            if block.kind == "paragraph" and block.start >= span.start and field_lines(block):
                yield block

    def line_before(self, offset: int) -> Block | None:
        """Return the last block that begins before an offset; None at the beginning."""
        at = bisect_left(self.blocks, offset, key=lambda block: block.start) - 1
        return self.blocks[at] if at >= 0 else None

    def trimmed(self, start: int, end: int) -> Span | None:
        """Return the range without blank or boilerplate lines at either end; None if empty."""
        while found := _NON_SPACE.search(self.text, start, end):
            line = self._line_start(found.start())
            if line not in self._boilerplate:
                return Span(start=max(start, line), end=min(end, self._last_end(end)))
            start = self._boilerplate[line]
        return None

    def _last_end(self, end: int) -> int:
        """Return the end of the last line before ``end`` that is neither blank nor boilerplate."""
        while True:
            while self.text[end - 1].isspace():
                end -= 1
            line = self._line_start(end - 1)
            if line not in self._boilerplate:
                return self._line_end(end)
            end = line

    def without_boilerplate(self, span: Span) -> str:
        """Return the text of a span without boilerplate lines."""
        starts = self._boilerplate_starts
        inside = starts[bisect_left(starts, span.start) : bisect_left(starts, span.end)]
        edges = [edge for start in inside for edge in (start, self._boilerplate[start])]
        places = list(pairwise([span.start, *edges, span.end]))[::2]
        return "".join(self.text[start:end] for start, end in places)

    def kind(self, span: Span) -> ChunkKind:
        """Return ``table`` or ``list`` for a span of only that, else ``prose``."""
        kinds = {_kind(block) for block in self._overlapping(span)}
        return kinds.pop() if len(kinds) == 1 else "prose"

    def questions(self, span: Span) -> list[int]:
        """Return where the questions of questions with answers begin in a span.

        They are lines in bold that end with a question mark, and paragraphs after a label: "Q: …".
        """
        blocks = self._overlapping(span)
        return [one.line_start for one in blocks if one.line_start >= span.start and _asks(one)]

    def first_line(self, place: int) -> str:
        """Return the line at a place from there on."""
        return self.text[place : self._line_end(place)]

    @property
    def boilerplate_lines(self) -> int:
        """The number of lines that are boilerplate."""
        return len(self._boilerplate)

    def _overlapping(self, span: Span) -> Iterator[Block]:
        for at in range(bisect_right(self._ends, span.start), len(self.blocks)):
            if self.blocks[at].start >= span.end:
                return
            yield self.blocks[at]

    def _line_start(self, place: int) -> int:
        return self.text.rfind("\n", 0, place) + 1

    def _line_end(self, place: int) -> int:
        end = self.text.find("\n", place)
        end = len(self.text) if end < 0 else end
        return place + len(self.text[place:end].rstrip("\r"))


@lru_cache(maxsize=2)
def parse_body(text: str, start: int) -> Body:
    """Return the parsed body, cached because reading headings is followed by chunking."""
    return Body(text, start)


def _blocks(text: str, start: int) -> tuple[Block, ...]:
    """Return the blocks from an offset on; all blocks inside a fence become code."""
    blocks: list[Block] = []
    fenced = False
    for block in blocks_of("\n" * start + text[start:]):
        is_fence = block.kind == "fence"
        blocks.append(replace(block, kind="code") if is_fence or fenced else block)
        fenced ^= is_fence
    return tuple(blocks)


@cache
def _label() -> re.Pattern[str]:
    return re.compile(rf"[\W_]*{list_pattern('question_labels')}\s*\d*\s*[.:)]", re.IGNORECASE)


def _asks(block: Block) -> bool:
    if block.level == BOLD_HEADING and block.text.rstrip(" *_\t").endswith("?"):
        return True
    is_text = block.kind == "paragraph" or block.level == BOLD_HEADING
    return is_text and "?" in block.text and bool(_label().match(block.text))


def _is_row(block: Block) -> bool:
    """Return True for a table line with nothing but white space before it."""
    is_line = block.kind == "row" or (block.kind == "rule" and block.source[block.start] == "|")
    return is_line and not block.mark.strip()


def _kind(block: Block) -> ChunkKind:
    if _is_row(block):
        return "table"
    return "list" if block.kind == "item" else "prose"
