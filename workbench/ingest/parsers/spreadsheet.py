"""Parse Excel workbooks: a heading and a Markdown table for each sheet."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from io import BytesIO
from itertools import repeat
from typing import Any
from zipfile import ZipFile

from workbench.ingest.parsers.base import Parsed, Parser, UnreadableError
from workbench.ingest.parsers.converted import LONGEST_TEXT, from_markdown, joined
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
    sheets = []
    for sheet, formulas in zip(book.worksheets, written.worksheets, strict=True):
        if rows := _without_empty(_cells(sheet), _cells(formulas) if has_formulas else repeat({})):
            sheets.append(f"## {sheet.title}\n\n{table(rows)}")
    text, pages = joined(sheets)
    title = (book.properties.title or "").strip()
    return from_markdown(text, {"title": title} if title else {}, pages)


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
) -> list[list[str]]:
    """Return the rows without those, and the columns, that are empty throughout."""
    rows = [both for one, other in zip(values, formulas, strict=False) if (both := other | one)]
    used = sorted({place for row in rows for place in row})
    if len(rows) * len(used) > LONGEST_TEXT:
        raise UnreadableError(f"a sheet of more than {LONGEST_TEXT:,} cells")
    return [[row.get(place, "") for place in used] for row in rows]


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
