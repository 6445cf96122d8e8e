"""Find the parts of a sheet: titles, a header of up to three rows made one, rows, notes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from workbench.ingest.tables.dates import read_dates
from workbench.ingest.tables.numbers import read_numbers
from workbench.nlp.column_periods import column_period
from workbench.nlp.grammar import word_set

_HEADER_SHARE = 0.5
"""Least share of the columns that a header names; rows above with fewer cells are titles."""
_MOST_TITLES, _MOST_HEADER_ROWS = 15, 3
_SAMPLE = 50
"""Rows from which a column of numbers is recognised."""
_LONGEST_NAME = 60
"""Characters of a cell; longer ones that stand alone below a table are notes."""
_LONGEST_CELL = 60
_NOTE_MARKS = ("*", "†", "‡", "¹", "²", "³")


class MergedCells(NamedTuple):
    """Cells that are merged into one: rows from 1 and columns from 0, both ends included."""

    first_row: int
    last_row: int
    first_column: int
    last_column: int


@dataclass(frozen=True)
class SheetLayout:
    """The parts of a sheet, in order."""

    titles: tuple[str, ...] = ()
    rows: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """Rows of the table by their number in the file, the header first."""
    notes: tuple[str, ...] = ()


def sheet_layout(
    rows: Mapping[int, Sequence[str]], merged: Sequence[MergedCells] = ()
) -> SheetLayout:
    """Return the parts of a sheet.

    The header is the first row that fills most of the usual width. A row below it that names
    columns under a common name is part of it: "Price" above "weekday" is "Price weekday".

    Args:
        rows: those with content, by their number in the file; cells that are merged into one are
            repeated, unless they are as wide as the table.
        merged: the cells that are merged.
    """
    rows = _stripped(rows)
    numbers = [*rows]
    at, header, start = _header_rows(rows, merged)
    titles = tuple(" ".join(filter(None, dict.fromkeys(rows[number]))) for number in numbers[:at])
    body = numbers[start:]
    last = len(body) - _notes(body, rows)
    notes = tuple(" ".join(filter(None, rows[number])) for number in body[last:])
    kept = {numbers[at]: header} if numbers else {}
    kept |= {number: rows[number] for number in body[:last]}
    return SheetLayout(titles, kept, notes)


def first_body_row(rows: Mapping[int, Sequence[str]], merged: Sequence[MergedCells]) -> int:
    """Return the number of the first row below the header, with the arguments of the layout."""
    _, _, start = _header_rows(_stripped(rows), merged)
    return next(iter([*rows][start:]), max(rows, default=0) + 1)


def _stripped(rows: Mapping[int, Sequence[str]]) -> dict[int, list[str]]:
    return {number: [cell.strip() for cell in row] for number, row in rows.items()}


def _header_rows(
    rows: Mapping[int, Sequence[str]], merged: Sequence[MergedCells]
) -> tuple[int, Sequence[str], int]:
    """Return the place of the header, the header as one row, and the place of the row below it."""
    numbers = [*rows]
    at = _header(rows, merged)
    beside = [one for one in merged if one.first_column < one.last_column]
    are_merged = [
        any(one.first_row <= number <= one.last_row for one in beside)
        for number in numbers[at : at + _MOST_HEADER_ROWS]
    ]
    header, below = _joined([rows[number] for number in numbers[at:]], are_merged)
    return at, header, at + below


def _header(rows: Mapping[int, Sequence[str]], merged: Sequence[MergedCells]) -> int:
    """Return the place of the header."""
    usual = _usual([*rows.values()][1:])
    for place, (number, row) in enumerate([*rows.items()][:_MOST_TITLES]):
        is_wide = _filled(row) >= _HEADER_SHARE * usual and (_filled(row) > 1 or usual <= 1)
        if is_wide and not _is_merged_title(number, rows, merged):
            return place
    return 0


def _is_merged_title(
    number: int, rows: Mapping[int, Sequence[str]], merged: Sequence[MergedCells]
) -> bool:
    """Whether a row has nothing but one text, merged from the first column of the table on."""
    filled = (at for row in rows.values() for at, cell in enumerate(row) if cell)
    first = min(filled, default=0)
    is_merged = any(
        one.first_row <= number <= one.last_row and one.first_column <= first < one.last_column
        for one in merged
    )
    return is_merged and len({cell for cell in rows[number] if cell}) == 1


def _joined(rows: Sequence[Sequence[str]], are_merged: Sequence[bool]) -> tuple[Sequence[str], int]:
    """Return the header as one row, and the number of rows that it consists of.

    Args:
        rows: from the header on.
        are_merged: whether the first of them have cells that are merged with those beside them.
    """
    if not rows:
        return (), 0
    header, used = rows[0], 1
    while used < min(_MOST_HEADER_ROWS, len(rows) - 1):
        below = rows[used + 1 : used + 1 + _SAMPLE]
        joined = _with_names_below(header, rows[used], below, is_merged=are_merged[used - 1])
        if joined is None:
            break
        header, used = joined, used + 1
    return header, used


def _with_names_below(
    header: Sequence[str],
    names: Sequence[str],
    below: Sequence[Sequence[str]],
    *,
    is_merged: bool,
) -> list[str] | None:
    """Return a header joined with the row below it; None if that holds values.

    Each of its cells is a name under one that covers several columns: one that is repeated beside
    itself, as merged cells are, or that has no other to its right. Unless the cells are known to be
    merged, a column of numbers has to show that a name stands above values.
    """
    width = max(len(header), len(names))
    above, own = (_padded(cells, width) for cells in (header, names))
    if not any(own) or any(map(is_value, own)):
        return None
    joined: list[str] = []
    is_told = False
    for column, (group, cell) in enumerate(zip(_groups(above), own, strict=True)):
        if cell in ("", above[column]):
            joined.append(above[column])
        elif group:
            is_common = is_merged and _is_repeated(above, column)
            is_told = is_told or is_common or _has_values(below, column)
            joined.append(f"{group} {cell}")
        elif not above[column]:
            joined.append(cell)
        else:
            return None
    return joined if is_told else None


def _groups(header: Sequence[str]) -> list[str]:
    """Return the common name over each column; "" for a column that has none."""
    groups: list[str] = []
    for at, cell in enumerate(header):
        if cell:
            is_group = _is_repeated(header, at) or (at + 1 < len(header) and not header[at + 1])
            groups.append(cell if is_group else "")
        else:
            groups.append(groups[-1] if groups else "")
    return groups


def _is_repeated(header: Sequence[str], at: int) -> bool:
    beside = [*header[max(at - 1, 0) : at], *header[at + 1 : at + 2]]
    return bool(header[at]) and header[at] in beside


def _has_values(rows: Sequence[Sequence[str]], column: int) -> bool:
    cells = [row[column] for row in rows if column < len(row) and row[column]]
    return bool(cells) and 2 * sum(map(is_value, cells)) > len(cells)


def is_value(cell: str) -> bool:
    """Whether a cell is a number or a date, and no name of a period as headers have them."""
    if not cell or len(cell) > _LONGEST_CELL or column_period(cell) is not None:
        return False
    return is_number(cell) or read_dates({cell}) is not None


def is_number(cell: str) -> bool:
    """Whether a cell is a number, with or without a unit; a year is one."""
    return 0 < len(cell) <= _LONGEST_CELL and read_numbers({cell}) is not None


def _notes(numbers: Sequence[int], rows: Mapping[int, Sequence[str]]) -> int:
    """Return how many rows at the end are notes: a text in one cell, apart from the table."""
    usual = _usual([rows[number] for number in numbers])
    last = len(numbers)
    while last > 1 and _filled(rows[numbers[last - 1]]) == 1 < usual:
        last -= 1
    alone = numbers[last:]
    for skipped, number in enumerate(alone):
        before = numbers[last + skipped - 1]
        text = next(filter(None, rows[number]))
        if number - before > 1 or _is_total(rows[before]) or _is_note(text):
            return len(alone) - skipped
    return 0


def _is_note(text: str) -> bool:
    first = text.split(maxsplit=1)[0].rstrip(":.").casefold()
    is_marked = text.startswith(_NOTE_MARKS) or first in word_set("note_openings")
    return is_marked or len(text) > _LONGEST_NAME


def _is_total(row: Sequence[str]) -> bool:
    return next(filter(None, row), "").rstrip(":").casefold() in word_set("total_rows")


def _usual(rows: Sequence[Sequence[str]]) -> int:
    """Return how many cells most rows fill."""
    counts = Counter(map(_filled, rows))
    return max(counts, key=lambda width: (counts[width], width), default=0)


def _filled(row: Sequence[str]) -> int:
    return sum(1 for cell in row if cell)


def _padded(cells: Sequence[str], width: int) -> list[str]:
    return [*cells, *[""] * (width - len(cells))]
