"""Claims cut out of a marked text so that its Markdown stays whole."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from workbench.domain.answer import marker
from workbench.domain.diagnostics import Claim
from workbench.text import Block, parse
from workbench.text.citation_marks import Unmarked, without_markers
from workbench.text.edits import Edit, Edited
from workbench.text.holes import closed_up, holes_in, is_emptied, without_lines

_LEAD_IN = 8
"""The level of a line that leads to what follows («You get:»); headings have 1 to 7."""
_PART_INDENT = 2
"""Spaces; what stands below a lead-in and is indented so far belongs to it."""
_GAPS = re.compile(r"\n{3,}")


def cut_out(marked: str, claims: Sequence[Claim]) -> str:
    """The text without claims and their markers; empty if nothing is left.

    A list item goes with its mark, a table keeps its head while it has a row, and a heading or a
    lead-in goes with the last of what stood under it.

    Args:
        marked: the text.
        claims: their places are in the text without markers.
    """
    clean = without_markers(marked)
    spans = sorted((claim.start, claim.end) for claim in claims)
    parts = [
        _Part(block, holes, is_emptied(block, holes))
        for block, holes in holes_in(parse(clean.text).blocks, spans)
    ]
    _close_tables(parts)
    _close_sections(parts)
    edits = [*_marks(clean, claims, parts), *_lifts(parts)]
    edits += [edit for part in parts for edit in part.edits()]
    return _GAPS.sub("\n\n", Edited(clean.text, edits).text).strip()


@dataclass
class _Part:
    """A block, the claims in it that are cut out, and whether anything is left of it."""

    block: Block
    holes: list[tuple[int, int]]
    is_gone: bool = False
    put: str = ""
    """What stands there instead of a block that is gone."""

    @property
    def indent(self) -> int:
        return len(self.block.mark) - len(self.block.mark.lstrip(" \t"))

    @property
    def level(self) -> int:
        """Of a heading 1 to 7, of a lead-in 8, of anything else 0."""
        if self.block.kind == "heading":
            return self.block.level
        is_lead_in = self.block.text.rstrip("*_ ").endswith(":")
        return _LEAD_IN if is_lead_in and self.block.kind in ("paragraph", "item") else 0

    def edits(self) -> Iterator[Edit]:
        if self.put:
            yield Edit(*self.block.lines, self.put)
        elif self.is_gone:
            yield without_lines(self.block)
        else:
            yield from (closed_up(self.block, *hole) for hole in self.holes)


def _close_tables(parts: Sequence[_Part]) -> None:
    """A table without rows goes; one that lost its head has an empty one."""
    for at, head in enumerate(parts):
        if not head.block.is_head:
            continue
        rule, rows = parts[at + 1], [*_rows(parts, at + 2)]
        if all(row.is_gone for row in rows):
            rule.is_gone = head.is_gone = head.is_gone or bool(rows)
        elif head.is_gone:
            head.put = "|" + " |" * (rule.block.text.count("|") - 1)


def _rows(parts: Sequence[_Part], start: int) -> Iterator[_Part]:
    for at in range(start, len(parts)):
        if parts[at].block.kind != "row" or parts[at].block.is_head:
            return
        yield parts[at]


def _close_sections(parts: Sequence[_Part]) -> None:
    """A heading or a lead-in goes of which all that stood under it is gone."""
    left: int | None = None
    for at in reversed(range(len(parts))):
        part = parts[at]
        if part.level and not part.is_gone and at + 1 < len(parts) and left != at + 1:
            part.is_gone = left is None or not _is_under(parts[left], part)
        if not part.is_gone or part.put:
            left = at


def _is_under(other: _Part, part: _Part) -> bool:
    if part.level < _LEAD_IN:
        return not 0 < other.level <= part.level
    if part.block.kind == "item":
        return other.indent > part.indent
    return other.block.kind in ("item", "row", "rule") or other.indent >= _PART_INDENT


def _lifts(parts: Sequence[_Part]) -> Iterator[Edit]:
    """What stood under a list item that is gone takes its place."""
    lifted: dict[int, int] = {}
    for at, item in enumerate(parts):
        if not item.is_gone or item.block.kind != "item":
            continue
        shift = 0
        for part in _deeper(parts, at):
            shift = shift or part.indent - item.indent
            by = min(shift, part.indent - item.indent)
            lifted[id(part)] = lifted.get(id(part), 0) + by
    for part in parts:
        if (by := lifted.get(id(part), 0)) and not part.is_gone:
            yield from (Edit(start, min(start + by, end)) for start, end in _indents(part.block))


def _deeper(parts: Sequence[_Part], item: int) -> Iterator[_Part]:
    for at in range(item + 1, len(parts)):
        if parts[at].indent <= parts[item].indent:
            return
        yield parts[at]


def _indents(block: Block) -> Iterator[tuple[int, int]]:
    """Where the space at the beginning of each of its lines stands."""
    start = block.line_start
    for line in block.source[start : block.end].split("\n"):
        yield start, start + len(line) - len(line.lstrip(" \t"))
        start += len(line) + 1


def _marks(clean: Unmarked, claims: Sequence[Claim], parts: Sequence[_Part]) -> Iterator[Edit]:
    """The marks of what is left, put back."""
    gone = [(claim.start, claim.end) for claim in claims]
    gone += [part.block.lines for part in parts if part.is_gone]
    gone.sort(reverse=True)
    last = -1
    for mark in sorted(clean.markers, key=lambda one: one.at):
        while gone and gone[-1][0] <= mark.at:
            last = max(last, gone.pop()[1])
        if mark.at > last:
            yield Edit(mark.at, mark.at, f" {marker(mark.number)}")
