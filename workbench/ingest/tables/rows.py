"""Read the table of a file back from its Markdown, with the place of each row in file and text."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from workbench.domain.documents import Document, TableRegion
from workbench.ingest.tables.extracted import ExtractedTable, TableRow, stem_of
from workbench.ingest.tables.numbers import read_numbers
from workbench.nlp.grammar import word_set
from workbench.retrieval.tables.identifiers import OWN_COLUMNS

_RULE = 1
"""The line of the rule below the header."""


def read_region(document: Document, region: TableRegion) -> ExtractedTable:
    """Return the table of a file, without totals and notes at the end.

    A column without a name is called by its number.
    """
    header, *rows = _rows(document, region)
    rows = _without_totals(rows)
    width = max((len(row.cells) for row in rows), default=len(header.cells))
    padded = [
        row if len(row.cells) == width else replace(row, cells=_padded(row.cells, width))
        for row in rows
    ]
    return ExtractedTable(
        caption=next(iter(region.titles), "") or region.name or stem_of(document.id),
        path=region.titles,
        header=tuple(unique_names(_padded(header.cells, width))),
        rows=tuple(padded),
    )


def _rows(document: Document, region: TableRegion) -> Iterator[TableRow]:
    """Yield all rows, the header first."""
    lines = document.text[region.start : region.end].split("\n")
    position = region.start
    runs = list(region.runs)
    run = runs.pop(0)
    for at, line in enumerate(lines):
        number = at - (at > _RULE)
        if at != _RULE:
            if runs and runs[0].line == number:
                run = runs.pop(0)
            cells = tuple(_unescaped(cell) for cell in line[2:-2].split(" | "))
            end = position + len(line)
            yield TableRow(cells, run.number + number - run.line, position, end, line)
        position += len(line) + 1


def _unescaped(cell: str) -> str:
    return (cell.replace("\\|", "|") if "\\" in cell else cell).strip()


def _padded(cells: Sequence[str], width: int) -> tuple[str, ...]:
    return (*cells, *[""] * (width - len(cells)))


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
