"""Read the rows of a document's table back from its Markdown, with their place in file and text."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from workbench.domain.documents import Document, DocumentTable
from workbench.ingest.tables.numbers import read_numbers
from workbench.nlp.grammar import word_set
from workbench.retrieval.tables.identifiers import OWN_COLUMNS

_RULE = 1
"""The line of the rule below the header."""
_HEADER_SHARE = 0.5
"""Least share of the columns that a header names; rows above with fewer cells are titles."""
_MOST_TITLES = 15
"""Rows at the top of a sheet among which the header is looked for."""


@dataclass(frozen=True)
class TableRow:
    """A row: its cells, its number in the file, and the offsets of its line in the text."""

    cells: tuple[str, ...]
    number: int
    start: int
    end: int


def header_and_rows(document: Document, table: DocumentTable) -> tuple[list[str], list[TableRow]]:
    """Return the names of the columns and the rows below, without totals and notes at the end.

    The header is the first row that fills most of the table's usual width: titles above it, as in
    printed reports, have fewer cells. A column without a name is called by its number.
    """
    rows = list(_rows(document, table))
    header, rows = _split(rows)
    rows = _without_totals(rows)
    width = max((len(row.cells) for row in rows), default=len(header))
    rows = [
        row if len(row.cells) == width else replace(row, cells=_padded(row.cells, width))
        for row in rows
    ]
    return unique_names(_padded(header, width)), rows


def _rows(document: Document, table: DocumentTable) -> Iterator[TableRow]:
    """Yield all rows, the header first."""
    lines = document.text[table.start : table.end].split("\n")
    position = table.start
    runs = list(table.runs)
    run = runs.pop(0)
    for at, line in enumerate(lines):
        number = at - (at > _RULE)
        if at != _RULE:
            if runs and runs[0].line == number:
                run = runs.pop(0)
            cells = tuple(_unescaped(cell) for cell in line[2:-2].split(" | "))
            end = position + len(line)
            yield TableRow(cells, run.number + number - run.line, position, end)
        position += len(line) + 1


def _unescaped(cell: str) -> str:
    return (cell.replace("\\|", "|") if "\\" in cell else cell).strip()


def _padded(cells: Sequence[str], width: int) -> tuple[str, ...]:
    return (*cells, *[""] * (width - len(cells)))


def _split(rows: list[TableRow]) -> tuple[tuple[str, ...], list[TableRow]]:
    usual = _usual(rows[1:])
    for place, row in enumerate(rows[:_MOST_TITLES]):
        if _filled(row) >= _HEADER_SHARE * usual and (_filled(row) > 1 or usual <= 1):
            return row.cells, rows[place + 1 :]
    return (rows[0].cells, rows[1:]) if rows else ((), [])


def _filled(row: TableRow) -> int:
    return sum(map(bool, row.cells))


def _without_totals(rows: list[TableRow]) -> list[TableRow]:
    """Return the rows without notes and totals at the end, and without subtotals in between.

    A note has one cell, and stands below a total. A subtotal has nothing but its name and numbers,
    in fewer cells than a row usually has.
    """
    usual = _usual(rows)
    last = len(rows)
    while last and _filled(rows[last - 1]) == 1 < usual:
        last -= 1
    if last and is_total(rows[last - 1].cells):
        rows = rows[:last]
    while rows and is_total(rows[-1].cells):
        rows.pop()
    return [row for row in rows if _filled(row) >= usual or not _is_subtotal(row)]


def _is_subtotal(row: TableRow) -> bool:
    values = [*filter(None, row.cells)][1:]
    return is_total(row.cells) and bool(values) and all(read_numbers({one}) for one in values)


def _usual(rows: Sequence[TableRow]) -> int:
    """Return how many cells most rows fill."""
    counts = Counter(_filled(row) for row in rows)
    return max(counts, key=lambda width: (counts[width], width), default=0)


def is_total(cells: Sequence[str]) -> bool:
    """Whether a row sums up those above it: its first cell says so."""
    first = next(filter(None, cells), "").rstrip(":").casefold().replace("ё", "е")
    return first in word_set("total_rows")


def unique_names(header: Sequence[str]) -> list[str]:
    """Return the names, those without one by number, repeated ones (in any case) counted."""
    names: list[str] = []
    taken = set(OWN_COLUMNS)
    for number, cell in enumerate(header, start=1):
        plain = " ".join(cell.replace("\0", " ").split()) or f"#{number}"
        name, count = plain, 1
        while name.casefold() in taken:
            count += 1
            name = f"{plain} ({count})"
        taken.add(name.casefold())
        names.append(name)
    return names
