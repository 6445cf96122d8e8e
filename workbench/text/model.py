"""The frozen text model: blocks with the sentences and the marked-up stretches inside them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Literal, TypeAlias

from razdel import sentenize

from workbench.domain.base import Span
from workbench.text.inline import Inline, inline_spans

BlockKind: TypeAlias = Literal[
    "heading", "paragraph", "item", "row", "rule", "code", "fence", "string"
]
"""``item`` is the first paragraph of a list item; ``rule`` a line across the page or under a
table's head; ``fence`` the opening or closing line of a fence that stands around prose; ``string``
a value in a JSON text."""

_BAR = re.compile(r"(?<!\\)\|")
"""Between cells; not ``\\|``, a bar that a cell shows."""
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
    """Of a heading: 1 to 7."""
    depth: int = 0
    """In how many lists it stands; 1 for an item of a list that stands in no other."""
    is_head: bool = False
    """Whether a table row names the columns: a rule follows."""
    field: str = ""
    """The name that holds a JSON value, or the list that it is in."""

    @cached_property
    def text(self) -> str:
        """Its words with their Markdown, as long as its span; ``>`` inside it is blanked."""
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
    def mark(self) -> str:
        """What stands before it on its line: ``- ``, ``## ``, ``> 1. ``."""
        return self.source[self.line_start : self.start]

    @cached_property
    def sentences(self) -> tuple[Span, ...]:
        """Where its sentences stand in the source; code and a rule have none but themselves."""
        if self.kind in ("code", "fence", "rule"):
            return (Span(start=self.start, end=self.end),)
        return tuple(
            Span(start=self.start + one.start, end=self.start + one.stop)
            for one in sentenize(self.text)
        )

    @cached_property
    def inlines(self) -> tuple[Inline, ...]:
        """Emphasis, code, links and tags inside it, with their places in the source."""
        if self.kind in ("code", "fence", "rule"):
            return ()
        return tuple(
            Inline(one.kind, *(self.start + place for place in one[1:]))
            for one in inline_spans(self.text)
        )

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

    def as_head(self) -> "Block":
        """The row as the head of its table."""
        return replace(self, is_head=True)


@dataclass(frozen=True)
class Text:
    """A parsed text."""

    source: str
    blocks: tuple[Block, ...]

    @cached_property
    def sentences(self) -> tuple[Span, ...]:
        """The sentences of all blocks, in order."""
        return tuple(span for block in self.blocks for span in block.sentences)

    @cached_property
    def code(self) -> tuple[tuple[int, int], ...]:
        """Where code stands, in blocks and in lines: nothing in it is Markdown or a citation."""
        return tuple(
            place
            for block in self.blocks
            for place in (
                [(block.start, block.end)]
                if block.kind == "code"
                else [(one.start, one.end) for one in block.inlines if one.kind == "code"]
            )
        )
