"""Find the tables of a PDF page: rows that stand in columns and are written row by row."""

import re
from bisect import bisect_right
from collections.abc import Container, Iterator, Sequence
from itertools import accumulate
from operator import itemgetter

Cells = tuple[str, ...]
Rows = tuple[Cells, ...]
"""The rows of a table; the first is the header."""
Span = tuple[int, int]
"""The first character of a cell or column in a printed line, and the one behind it."""

_CELL = re.compile(r"\S+(?: \S+)*")
"""What stands between two blanks or more."""
_LEADERS = re.compile(r"(?:\. ?){4}")
_FEWEST_ROWS = 3
_FILLED = 0.7
"""The least share of cells that have content, and no blanks as between two cells in it."""
_MOST_LINES = 6
"""Printed lines that one row may take."""


def with_tables(lines: Sequence[str], layout: str) -> list[str | Rows]:
    """Return the lines of a page with a table in place of the lines that are its rows.

    A table is at least three rows with the same blanks between their cells. The cells have to
    follow each other in the lines too: prose in columns, written column by column, is not a table.

    Args:
        lines: of the page, in the order in which it writes them.
        layout: the text of the page with blanks that keep columns apart.
    """
    text = "".join(map(_squeezed, lines))
    starts = [*accumulate((len(_squeezed(line)) for line in lines), initial=0)]
    found: list[str | Rows] = []
    at = 0
    for columns, printed in _blocks(layout.splitlines()):
        rows, ends = _rows([_cells(line, columns) for line in printed], text, starts, at)
        if not rows:
            continue
        begin = starts.index(ends[0], at)
        found += lines[at:begin]
        found.append(tuple(rows))
        at = starts.index(ends[-1], begin)
    return [*found, *lines[at:]]


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _blocks(lines: Sequence[str]) -> Iterator[tuple[list[Span], list[str]]]:
    """Yield the runs of printed lines whose cells stand in the same columns, with the columns."""
    block: list[str] = []
    cells: list[list[Span]] = []
    columns: list[Span] = []
    for line in lines:
        spans = [] if _LEADERS.search(line) else [cell.span() for cell in _CELL.finditer(line)]
        common = _merged([*columns, *spans])
        others = cells if not _are_apart(columns, common) else ()
        if not all(_are_apart(own, common) for own in (*others, spans)):
            yield _columns(cells), block
            block, cells, columns, common = [], [], [], _merged(spans)
        if len(spans) > 1 or (spans and cells):
            block.append(line)
            cells.append(spans)
            columns = common
    yield _columns(cells), block


def _merged(spans: Sequence[Span]) -> list[Span]:
    """Return the spans with those that overlap or touch in one."""
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


def _are_apart(spans: Sequence[Span], columns: Sequence[Span]) -> bool:
    """Return True if no two cells of a line stand in one column."""
    return len({_column(span, columns) for span in spans}) == len(spans)


def _column(span: Span, columns: Sequence[Span]) -> int:
    return bisect_right(columns, span[0], key=itemgetter(0)) - 1


def _columns(cells: Sequence[Sequence[Span]]) -> list[Span]:
    """Return the columns of the cells of some lines.

    Those next to each other of which no line has both are one: a header may be centred.
    """
    columns = _merged([span for own in cells for span in own])
    filled = [set[int]() for _ in columns]
    for line, own in enumerate(cells):
        for span in own:
            filled[_column(span, columns)].add(line)
    joined: list[tuple[Span, set[int]]] = []
    for (start, end), lines in zip(columns, filled, strict=True):
        if joined and lines.isdisjoint(joined[-1][1]):
            (before, _), others = joined.pop()
            joined.append(((before, end), others | lines))
        else:
            joined.append(((start, end), lines))
    return [span for span, _ in joined]


def _cells(line: str, columns: Sequence[Span]) -> Cells:
    return tuple(line[start:end].strip() for start, end in columns)


def _rows(
    printed: Sequence[Cells], text: str, starts: Sequence[int], at: int
) -> tuple[list[Cells], list[int]]:
    """Return the rows of the first table of a block, and the offsets at which rows begin and end.

    Args:
        printed: the cells of each printed line; a row may take several.
        text: of the page without blanks.
        starts: the offset of each line in it, and its length.
        at: the first line that is in no table yet.
    """
    lines = frozenset(starts)
    for first in range(min(len(printed), _MOST_LINES)):
        begin = _begin(printed[first : first + _MOST_LINES], text, lines, starts[at])
        if begin is None:
            continue
        rows, ends, used = [], [begin], first
        while (taken := _row(printed[used : used + _MOST_LINES], text, ends[-1])) is not None:
            row, count = taken
            rows.append(row)
            ends.append(ends[-1] + len(_squeezed("".join(row))))
            used += count
        while rows and ends[-1] not in lines:
            rows.pop()
            ends.pop()
        if len(rows) >= _FEWEST_ROWS and _has_header(rows):
            return rows, ends
    return [], []


def _begin(printed: Sequence[Cells], text: str, lines: Container[int], offset: int) -> int | None:
    """Return where the first row of some printed lines begins, if that is where a line does."""
    for row, _ in _readings(printed):
        begin = text.find(_squeezed("".join(row)), offset)
        if begin in lines:
            return begin
    return None


def _row(printed: Sequence[Cells], text: str, offset: int) -> tuple[Cells, int] | None:
    """Return the row that begins at an offset of the text and the number of its printed lines."""
    for row, count in _readings(printed):
        if text.startswith(_squeezed("".join(row)), offset):
            return row, count
    return None


def _readings(printed: Sequence[Cells]) -> Iterator[tuple[Cells, int]]:
    """Yield what the first row may be and the lines it takes: best those with no first cell too."""
    more = next((at for at, cells in enumerate(printed[1:]) if cells[0]), len(printed) - 1)
    for count in (*range(more + 1, 0, -1), *range(more + 2, len(printed) + 1)):
        row = tuple(" ".join(filter(None, column)) for column in zip(*printed[:count], strict=True))
        if sum(map(bool, row)) > 1:
            yield row, count


def _has_header(rows: Sequence[Cells]) -> bool:
    """Return True if the first row is words, and of two columns one has numbers below them."""
    header, *others = rows
    lettered = sum(any(map(str.isalpha, cell)) for cell in header)
    starts = not header[0] or header[0][0].isalpha()
    if not (starts and all(header[1:])) or lettered * 2 < len(header):
        return False
    whole = sum(bool(cell) and "  " not in cell for row in others for cell in row)
    if whole < _FILLED * len(header) * len(others):
        return False
    return len(header) > 2 or any(
        not any(map(str.isdigit, header[at]))
        and sum(any(map(str.isdigit, row[at])) for row in others) * 2 > len(others)
        for at in range(len(header))
    )
