"""Parse Excel workbooks: a heading and a Markdown table for each sheet."""

from datetime import date, datetime, time
from io import BytesIO

from workbench.ingest.parsers.archive import open_archive
from workbench.ingest.parsers.base import Parsed, Parser
from workbench.ingest.parsers.converted import from_markdown, joined
from workbench.text.write_markdown import table


def parse(content: bytes) -> Parsed:
    """Return the sheets with content; formulas as the values that were last computed."""
    from openpyxl import load_workbook

    open_archive(content).close()
    book = load_workbook(BytesIO(content), read_only=True, data_only=True)
    sheets = []
    for sheet in book.worksheets:
        rows = [[_text(value) for value in row] for row in sheet.iter_rows(values_only=True)]
        if kept := _without_empty(rows):
            sheets.append(f"## {sheet.title}\n\n{table(kept)}")
    text, pages = joined(sheets)
    title = (book.properties.title or "").strip()
    return from_markdown(text, {"title": title} if title else {}, pages)


def _without_empty(rows: list[list[str]]) -> list[list[str]]:
    """Drop empty rows, and columns that are empty in every row."""
    rows = [row for row in rows if any(row)]
    used = [place for place in range(max(map(len, rows), default=0)) if any(r[place] for r in rows)]
    return [[row[place] for place in used] for row in rows]


def _text(value: object) -> str:
    """Return a cell as text: ``12`` for 12.0, ISO dates, no time for a midnight."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip()


PARSER = Parser(frozenset({".xlsx", ".xlsm"}), parse, isolated=True)
