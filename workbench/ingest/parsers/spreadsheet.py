"""Parse Excel workbooks: a heading and a Markdown table for each sheet."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from io import BytesIO
from itertools import repeat
from operator import add
from typing import Any
from zipfile import ZipFile

from workbench.ingest.parsers.base import Parsed, Parser, UnreadableError
from workbench.ingest.parsers.converted import LONGEST_TEXT, from_markdown, joined, table_at
from workbench.ingest.parsers.office import open_office
from workbench.text.write_markdown import table

_PART = 1_000_000
"""Bytes of a sheet that are searched for formulas at a time."""


def parse(content: bytes) -> Parsed:
    """Return the sheets with content; formulas as the values that were last computed, else as text.

    Raises:
        UnreadableError: the file is no workbook, or a sheet has more than 20 million cells.
    """
    from openpyxl import load_workbook

    with open_office(content) as archive:
        has_formulas = any(_has_formula(archive, name) for name in archive.namelist())
    book = load_workbook(BytesIO(content), read_only=True, data_only=True)
    written = load_workbook(BytesIO(content), read_only=True) if has_formulas else book
    sheets: dict[str, dict[int, list[str]]] = {}
    for sheet, formulas in zip(book.worksheets, written.worksheets, strict=True):
        if rows := _without_empty(_cells(sheet), _cells(formulas) if has_formulas else repeat({})):
            sheets[sheet.title] = rows
    texts = [table([*rows.values()]) for rows in sheets.values()]
    heads = [f"## {name}\n\n" for name in sheets]
    text, pages = joined(map(add, heads, texts))
    tables = tuple(
        table_at(page + len(head), own, rows, name if len(sheets) > 1 else "")
        for page, head, own, (name, rows) in zip(pages, heads, texts, sheets.items(), strict=True)
    )
    title = (book.properties.title or "").strip()
    return from_markdown(text, {"title": title} if title else {}, pages, tables)


def _has_formula(archive: ZipFile, name: str) -> bool:
    """Search a sheet without holding it in memory."""
    if not name.startswith("xl/worksheets/"):
        return False
    with archive.open(name) as sheet:
        before = b""
        while part := sheet.read(_PART):
            if b"<f" in before + part:
                return True
            before = part[-1:]
    return False


def _cells(sheet: Any) -> Iterator[dict[int, str]]:
    """Yield the cells of each row that hold something, by column.

    The size that a file declares for a sheet is ignored: it may be wrong or absent.
    """
    sheet.reset_dimensions()
    for row in sheet.iter_rows(values_only=True):
        yield {place: text for place, value in enumerate(row) if (text := _text(value))}


def _without_empty(
    values: Iterable[dict[int, str]], formulas: Iterable[dict[int, str]]
) -> dict[int, list[str]]:
    """Return the rows by number, without those, and the columns, that are empty throughout."""
    both = (other | one for one, other in zip(values, formulas, strict=False))
    rows = {number: row for number, row in enumerate(both, start=1) if row}
    used = sorted({place for row in rows.values() for place in row})
    if len(rows) * len(used) > LONGEST_TEXT:
        raise UnreadableError(f"a sheet of more than {LONGEST_TEXT:,} cells")
    return {number: [row.get(place, "") for place in used] for number, row in rows.items()}


def _text(value: object) -> str:
    """Return a cell as text: ``12`` for 12.0, ISO dates, no time for a midnight.

    The formula of an array (``ArrayFormula``) has its text in an attribute.
    """
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(getattr(value, "text", value)).strip()


PARSER = Parser(frozenset({".xlsx", ".xlsm"}), parse, isolated=True)
