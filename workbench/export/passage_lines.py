"""The lines of a passage as a reader sees them: without Markdown, with the quote marked."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from workbench.domain.base import Span
from workbench.text import parse
from workbench.text.model import Block
from workbench.text.plain_text import plain_text


class Piece(NamedTuple):
    """A stretch of a passage, and whether a citation quotes it."""

    text: str
    is_quoted: bool


class PassageLine(NamedTuple):
    """A heading, an item, a table row, code or a paragraph, without its Markdown."""

    kind: str
    pieces: tuple[Piece, ...]

    @property
    def is_quoted(self) -> bool:
        """Whether a citation quotes words of it."""
        return any(piece.is_quoted for piece in self.pieces)


def passage_lines(pieces: Sequence[Piece]) -> tuple[PassageLine, ...]:
    """Return the lines of a passage of Markdown."""
    edges = [0]
    for one in pieces:
        edges.append(edges[-1] + len(one.text))
    quoted = [
        Span(start=start, end=end)
        for one, (start, end) in zip(pieces, pairwise(edges), strict=True)
        if one.is_quoted
    ]
    lines = (
        PassageLine(block.kind, tuple(_pieces(block, quoted)))
        for block in parse("".join(one.text for one in pieces)).blocks
        if block.kind not in ("rule", "fence")
    )
    return tuple(line for line in lines if line.pieces)


def _pieces(block: Block, quoted: Sequence[Span]) -> Iterator[Piece]:
    """Yield the words of a block; the cells of a table row are joined by dots."""
    found: list[Piece] = []
    for cell in block.cells or [Span(start=block.start, end=block.end)]:
        before = " · "
        for start, end, is_quoted in _parts(cell, quoted):
            words = plain_text(block, Span(start=start, end=end))
            if words and found and (before := before or _space(block, start)):
                found.append(Piece(before, is_quoted=False))
            if words:
                found.append(Piece(words, is_quoted))
            before = ""
    yield from found


def _space(block: Block, at: int) -> str:
    """The space between two parts of a line, if there is one."""
    return " " if any(map(str.isspace, block.source[at - 1 : at + 1])) else ""


def _parts(span: Span, quoted: Sequence[Span]) -> Iterator[tuple[int, int, bool]]:
    """Yield the parts of a span that are quoted and those that are not, in order."""
    at = span.start
    for one in quoted:
        start, end = max(one.start, at), min(one.end, span.end)
        if start >= end:
            continue
        if at < start:
            yield at, start, False
        yield start, end, True
        at = end
    if at < span.end:
        yield at, span.end, False
