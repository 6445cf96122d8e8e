"""Cut spans out of blocks, keeping the Markdown around them valid."""

from collections.abc import Iterator, Sequence

from workbench.domain.answer import CITATION_MARKER
from workbench.domain.base import Span
from workbench.text.edits import Edit
from workbench.text.model import Block, Text

_NO_SPACE_BEFORE = frozenset(".,;:!?)")


def holes_in(
    blocks: Sequence[Block], spans: Sequence[tuple[int, int]]
) -> Iterator[tuple[Block, list[tuple[int, int]]]]:
    """Yield each block with the parts of the spans inside it, adjacent ones merged.

    Args:
        blocks: the blocks of one text.
        spans: offsets, in order and without overlaps.
    """
    first = 0
    for block in blocks:
        while first < len(spans) and spans[first][1] <= block.start:
            first += 1
        holes: list[tuple[int, int]] = []
        at = first
        while at < len(spans) and spans[at][0] < block.end:
            start, end = max(spans[at][0], block.start), min(spans[at][1], block.end)
            if holes and not block.source[holes[-1][1] : start].strip():
                holes[-1] = (holes[-1][0], end)
            else:
                holes.append((start, end))
            at += 1
        yield block, holes


def stretches(text: Text, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the parts of a span that can be marked: in cells, list items, headings, paragraphs.

    The Markdown around them (``|``, ``#``, ``-``, ``>``) and code blocks are left out.
    """
    for block in text.blocks_in(start, end):
        if block.kind in ("code", "fence", "rule"):
            continue
        places = block.cells if block.kind == "row" else (Span(start=block.start, end=block.end),)
        for place in places:
            first, last = max(start, place.start), min(end, place.end)
            if first < last:
                yield first, last


def is_emptied(block: Block, holes: Sequence[tuple[int, int]]) -> bool:
    """Return whether the holes leave no word; citation marks do not count."""
    if not holes:
        return False
    edges = [block.start, *(place for hole in holes for place in hole), block.end]
    left = (block.source[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True))
    return not any(char.isalnum() for words in left for char in CITATION_MARKER.sub("", words))


def without_lines(block: Block) -> Edit:
    """Return the edit that removes a block with its lines."""
    start, end = block.lines
    return Edit(start, min(end + 1, len(block.source)))


def closed_up(block: Block, start: int, end: int) -> Edit:
    """Return the edit that removes a span and the space around it, keeping emphasis balanced."""
    before, after = block.text[: start - block.start], block.text[end - block.start :]
    first = block.start + len(before.rstrip())
    last = block.end - len(after.lstrip())
    spaces = block.source[first:start] + block.source[end:last]
    inside = [one for one in block.inlines if one.start < end and one.end > start]
    closing = "".join(
        block.source[one.inner_end : one.end]
        for one in reversed(inside)
        if one.start < start <= one.inner_end and one.end <= end
    )
    opening = "".join(
        block.source[one.start : one.inner_start]
        for one in inside
        if start <= one.start and one.inner_start <= end <= one.inner_end and one.end > end
    )
    is_between = first > block.start and last < block.end and bool(spaces)
    joint = "\n" if "\n" in spaces else " "
    glued = not is_between or block.source[last] in _NO_SPACE_BEFORE
    return Edit(first, last, f"{closing}{'' if glued else joint}{opening}")
