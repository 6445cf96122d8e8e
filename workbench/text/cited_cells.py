"""Find tables that cite cell by cell, and the labels that each of their cells is about."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from workbench.domain.base import Span
from workbench.nlp.grammar import word_set
from workbench.text.citation_marks import Unmarked
from workbench.text.model import Block, Text
from workbench.text.plain_text import plain_text

_FEWEST_COLUMNS = 2
"""Columns with marks from which a mark belongs to its cell instead of the whole row."""


class CellLabels(NamedTuple):
    """What a cell is about, and the labels of the other rows and columns of its table."""

    row: str
    """The label of its row: "Surgery"."""
    column: str
    """The head of its column: "Health Basic"; empty in a table without a header."""
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()

    @property
    def about(self) -> str:
        """Both labels, as before a value: "Surgery — Health Basic:"."""
        return f"{' — '.join(filter(None, (self.row, self.column)))}:"


class CitedCell(NamedTuple):
    """A cell with a value, its labels, and whether a mark stands in it."""

    span: Span
    labels: CellLabels
    is_cited: bool


@dataclass(frozen=True)
class CitedCells:
    """The cells with a value of each row of such tables, by the start of the row, in order."""

    rows: Mapping[int, tuple[CitedCell, ...]]

    @cached_property
    def _starts(self) -> list[int]:
        return list(self.rows)

    def at(self, offset: int) -> CitedCell | None:
        """Return the cell at an offset, or that ends there, else None."""
        row = bisect_right(self._starts, offset) - 1
        cells = self.rows[self._starts[row]] if row >= 0 else ()
        return next((one for one in cells if one.span.start <= offset <= one.span.end), None)


@lru_cache(maxsize=64)
def cited_cells(answer: Unmarked) -> CitedCells:
    """Return the cells of the tables that cite cell by cell.

    Their marks stand in two columns or more: "| Surgery | $15,000 [Source 1] | As charged
    [Source 2] |". The columns before the first of these are labels. In another table, a mark
    belongs to its whole row.
    """
    return _cited_cells(answer.parsed, sorted(mark.at for mark in answer.markers))


@lru_cache(maxsize=64)
def marked_cells(text: Text) -> CitedCells:
    """Return the same cells of a text with its marks, which their spans include."""
    return _cited_cells(text, [mark.start for mark in text.marks])


def _cited_cells(text: Text, marks: Sequence[int]) -> CitedCells:
    found: dict[int, tuple[CitedCell, ...]] = {}
    for head, rows in _tables(text) if marks else ():
        found |= _cells(head, rows, marks)
    return CitedCells(found)


def _tables(text: Text) -> Iterator[tuple[Block | None, list[Block]]]:
    """Yield the header and the other rows of each table, also of those in strings of JSON."""
    head: Block | None = None
    rows: list[Block] = []
    for block in text.blocks:
        for part in block.parts or (block,):
            if part.kind == "rule" and head is not None and not rows:
                continue
            if part.kind != "row" or part.is_head:
                if rows:
                    yield head, rows
                head, rows = (part if part.is_head else None), []
            else:
                rows.append(part)
    if rows:
        yield head, rows


def _cells(
    head: Block | None, rows: Sequence[Block], marks: Sequence[int]
) -> Iterator[tuple[int, tuple[CitedCell, ...]]]:
    marked = [_marked_columns(row, marks) for row in rows]
    columns = sorted(set[int]().union(*marked) - {0})
    if len(columns) < _FEWEST_COLUMNS:
        return
    heads = tuple(plain_text(head, cell) for cell in head.cells) if head is not None else ()
    labels = tuple(_label(row, columns[0]) for row in rows)
    for row, label, own in zip(rows, labels, marked, strict=True):
        yield (
            row.start,
            tuple(
                CitedCell(
                    cell,
                    CellLabels(
                        label,
                        heads[place] if place < len(heads) else "",
                        labels,
                        heads[columns[0] :],
                    ),
                    place in own,
                )
                for place, cell in enumerate(row.cells)
                if place >= columns[0] and _has_value(plain_text(row, cell), place in own)
            ),
        )


def _marked_columns(row: Block, marks: Sequence[int]) -> set[int]:
    """Return the columns of a row in which marks stand: after their number of borders."""
    here = marks[bisect_left(marks, row.start) : bisect_right(marks, row.end)]
    before = (row.source[row.start : at] for at in here)
    return {text.count("|") - text.count("\\|") - 1 for text in before}


def _label(row: Block, columns: int) -> str:
    return ", ".join(filter(None, (plain_text(row, cell) for cell in row.cells[:columns])))


def _has_value(text: str, is_cited: bool) -> bool:
    """Return True for a value; "none" without a source says that there is none."""
    is_missing = not is_cited and text.casefold() in word_set("missing_values")
    return any(map(str.isalnum, text)) and not is_missing
