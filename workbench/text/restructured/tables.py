"""Read the tables of reStructuredText: drawn grids, columns under rules, lists and CSV."""

import csv
import re
from collections.abc import Sequence
from itertools import pairwise

_RULE = re.compile(r"\s*=+(?: +=+)+\s*")
"""The rule of a simple table: ``=====  =======``."""
_GRID = re.compile(r"\s*\+(?:[-=]+\+)+\s*")
"""The line of a grid: ``+-----+-----+``."""
_FIRST_CELL, _CELL = re.compile(r"\s*[*-] +[*-](?: +|$)"), re.compile(r"\s*[*-](?: +|$)")
_MOST_COLUMNS = 100

Rows = list[list[str]]


def simple_table(lines: Sequence[str], at: int) -> tuple[Rows, int]:
    """Return the rows of a simple table that begins on a line, and the line after its end.

    There are none if no such table begins there.
    """
    if not _RULE.fullmatch(lines[at]):
        return [], at
    columns = [found.start() for found in re.finditer("=+", lines[at])]
    rules = [at]
    end = at + 1
    while end < len(lines) and len(rules) < 3:
        if _RULE.fullmatch(lines[end]):
            rules.append(end)
            if end + 1 == len(lines) or not lines[end + 1].strip():
                break
        end += 1
    if len(rules) < 2 or len(columns) > _MOST_COLUMNS:
        return [], at
    body = [line for line in lines[at + 1 : rules[-1]] if not _is_drawn(line)]
    return _under(columns, body), rules[-1] + 1


def grid_table(lines: Sequence[str], at: int) -> tuple[Rows, int]:
    """Return the rows of a grid that begins on a line, and the line after its end; see above."""
    if not _GRID.fullmatch(lines[at]):
        return [], at
    columns = [found.start() for found in re.finditer(r"\+", lines[at])]
    rows: Rows = [[]]
    end = at + 1
    while end < len(lines) and lines[end].strip()[:1] in ("+", "|"):
        line = lines[end]
        if _GRID.fullmatch(line):
            rows.append([])
        elif all(line[place : place + 1] in ("|", "+") for place in columns):
            cells = [line[a + 1 : b].strip() for a, b in pairwise(columns)]
            rows[-1] = _joined(rows[-1], cells)
        else:
            return [], at  # a cell spans several columns
        end += 1
    found = [row for row in rows if row]
    return (found, end) if found and len(columns) <= _MOST_COLUMNS else ([], at)


def list_table(lines: Sequence[str]) -> Rows:
    """Return the rows of ``list-table``: items of items."""
    rows: Rows = []
    for line in lines:
        if first := _FIRST_CELL.match(line):
            rows.append([line[first.end() :].strip()])
        elif rows and (cell := _CELL.match(line)):
            rows[-1].append(line[cell.end() :].strip())
        elif rows and line.strip():
            rows[-1][-1] = f"{rows[-1][-1]} {line.strip()}".strip()
    return rows


def csv_table(lines: Sequence[str], header: str) -> Rows:
    """Return the rows of ``csv-table``, after the header that stands among its options."""
    own = [header] if header else []
    found = csv.reader([*own, *lines], skipinitialspace=True)
    return [row for row in found if row]


def _under(columns: Sequence[int], lines: Sequence[str]) -> Rows:
    """Return the cells below the starts of columns; a line without a first cell goes on."""
    rows: Rows = []
    for line in lines:
        ends = [*columns[1:], None]
        cells = [line[a:b].strip() for a, b in zip(columns, ends, strict=True)]
        if rows and not cells[0]:
            rows[-1] = _joined(rows[-1], cells)
        elif any(cells):
            rows.append(cells)
    return rows


def _is_drawn(line: str) -> bool:
    return not line.strip(" =-") and bool(line.strip())


def _joined(row: Sequence[str], cells: Sequence[str]) -> list[str]:
    return [
        f"{one} {other}".strip() for one, other in zip(row or [""] * len(cells), cells, strict=True)
    ]
