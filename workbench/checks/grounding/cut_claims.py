"""Cut claims out of a text, keeping its Markdown and the other marks."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from workbench.domain.answer import marker
from workbench.domain.diagnostics import Claim
from workbench.text import Block
from workbench.text.citation_marks import Unmarked
from workbench.text.cut_spans import closed_up, holes_in, is_emptied, without_lines
from workbench.text.edits import Edit, Edited
from workbench.text.plain_text import plain_text

_LEAD_IN = 8
"""The level of a lead-in («You get:»); headings have 1 to 7."""
_PART_INDENT = 2
"""Spaces; a block below a lead-in with this indentation belongs to it."""
_NO_VALUE = "—"
# Blank lines left where a claim was cut out.
_GAPS = re.compile(r"\n{3,}")


def cut_out(clean: Unmarked, claims: Sequence[Claim]) -> str:
    """Return the text without claims and their markers; empty if nothing is left.

    A list item is removed with its mark, a table's header with its last row, and a heading or a
    lead-in with the last block below it. A dash replaces a cell, until its row has none left.

    Args:
        clean: the text without its markers, which are put back where the text remains.
        claims: with offsets into that text.
    """
    spans = sorted((claim.start, claim.end) for claim in claims)
    parts = [
        _Part(block, holes, is_emptied(block, holes) or _has_label_only(block, holes))
        for block, holes in holes_in(clean.parsed.blocks, spans)
    ]
    _close_tables(parts)
    _close_sections(parts)
    edits = [*_marks(clean, claims, parts), *_lifts(parts)]
    edits += [edit for part in parts for edit in part.edits()]
    return _GAPS.sub("\n\n", Edited(clean.text, edits).text).strip()


@dataclass
class _Part:
    """A block, the offsets of the claims to cut, and whether the block is removed."""

    block: Block
    holes: list[tuple[int, int]]
    is_gone: bool = False
    put: str = ""
    """Replacement of a removed block."""

    @property
    def indent(self) -> int:
        return len(self.block.mark) - len(self.block.mark.lstrip(" \t"))

    @property
    def level(self) -> int:
        """1 to 7 for a heading, 8 for a lead-in, 0 for other blocks."""
        if self.block.kind == "heading":
            return self.block.level
        is_lead_in = plain_text(self.block).endswith(":")
        return _LEAD_IN if is_lead_in and self.block.kind in ("paragraph", "item") else 0

    def edits(self) -> Iterator[Edit]:
        if self.put:
            yield Edit(*self.block.lines, self.put)
        elif self.is_gone:
            yield without_lines(self.block)
        elif self.block.kind == "row":
            yield from (Edit(*hole, _NO_VALUE) for hole in self.holes)
        else:
            yield from (closed_up(self.block, *hole) for hole in self.holes)


def _has_label_only(block: Block, holes: Sequence[tuple[int, int]]) -> bool:
    """Return True for a row of which only the first cell would be left."""
    left = [cell for cell in block.cells[1:] if (cell.start, cell.end) not in holes]
    said = (block.source[cell.start : cell.end] for cell in left)
    return bool(holes and block.cells) and not any(map(str.isalnum, "".join(said)))


def _close_tables(parts: Sequence[_Part]) -> None:
    """Remove tables without rows; replace a removed header by an empty one."""
    for at, head in enumerate(parts):
        if not head.block.is_head:
            continue
        rule, rows = parts[at + 1], [*_rows(parts, at + 2)]
        if all(row.is_gone for row in rows):
            rule.is_gone = head.is_gone = head.is_gone or bool(rows)
        elif head.is_gone:
            head.put = "|" + " |" * len(head.block.cells)


def _rows(parts: Sequence[_Part], start: int) -> Iterator[_Part]:
    for at in range(start, len(parts)):
        if parts[at].block.kind != "row" or parts[at].block.is_head:
            return
        yield parts[at]


def _close_sections(parts: Sequence[_Part]) -> None:
    """Remove headings and lead-ins whose content was removed."""
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
    """Yield edits that outdent the blocks nested under a removed list item."""
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
    """Yield the offsets of the indentation of each line of a block."""
    start = block.line_start
    for line in block.source[start : block.end].split("\n"):
        yield start, start + len(line) - len(line.lstrip(" \t"))
        start += len(line) + 1


def _marks(clean: Unmarked, claims: Sequence[Claim], parts: Sequence[_Part]) -> Iterator[Edit]:
    """Yield edits that reinsert the marks of the remaining text."""
    gone = [(claim.start, claim.end) for claim in claims]
    gone += [part.block.lines for part in parts if part.is_gone]
    gone.sort(reverse=True)
    last = -1
    for mark in sorted(clean.markers, key=lambda one: one.at):
        while gone and gone[-1][0] <= mark.at:
            last = max(last, gone.pop()[1])
        if mark.at > last:
            yield Edit(mark.at, mark.at, f" {marker(mark.number)}")
