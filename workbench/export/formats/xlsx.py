"""xlsx: a workbook with one sheet for each part of a run; no cell holds a formula.

openpyxl is imported when a workbook is written: every command line knows this format by name.
"""

import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from workbench.export.formats.base import ExportFormat
from workbench.export.report import Report, Table
from workbench.text.plain_text import without_markdown

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_LONGEST_CELL = 32_767
"""Characters of a cell at most, set by the file format."""
_WIDEST = 80
"""Width of a column at most, in characters."""


def _write(report: Report) -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.worksheets[0])
    for title, heads, rows in _sheets(report):
        if rows:
            _fill(book.create_sheet(title[:31]), heads, rows)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _sheets(report: Report) -> Iterator[tuple[str, Sequence[str], Table]]:
    t = report.t
    yield t("answer"), (t("question"), t("value")), _summary(report)
    yield t("sources"), (t("number"), t("source"), t("score"), t("fact"), t("id")), _sources(report)
    yield t("claims"), report.claim_heads, report.claims
    yield t("plan"), (t("tool"), t("arguments"), t("value")), tuple(map(tuple, report.steps))
    yield t("calls"), report.call_heads, report.calls
    yield t("relations"), (t("from"), t("relation"), t("to")), report.relations
    yield t("diagnostics"), (t("score"), t("value")), report.scores
    yield t("confidence"), report.confidence_heads, report.confidence
    yield t("findings"), report.finding_heads, report.findings
    yield t("stages"), report.stage_heads, report.stages


def _summary(report: Report) -> Table:
    answer = without_markdown(report.clean.text) or report.t("no_answer")
    outcome = " ".join(report.told)
    return (
        (report.t("question"), report.run.question),
        (report.t("answer"), answer),
        (report.t("verdict"), f"{report.verdict_text}. {outcome}".strip()),
        *report.about,
    )


def _sources(report: Report) -> Table:
    return tuple(
        (str(one.number), one.label, one.notes, one.evidence.content, one.evidence.id)
        for one in report.sources
    )


def _fill(sheet: "Worksheet", heads: Sequence[str], rows: Table) -> None:
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    for place, row in enumerate((tuple(heads), *rows), start=1):
        for column, text in enumerate(row, start=1):
            cell = sheet.cell(row=place, column=column)
            cell.value = ILLEGAL_CHARACTERS_RE.sub("", text)[:_LONGEST_CELL]
            # openpyxl reads "=A1" and "#N/A" as a formula and an error; a quote prefix keeps
            # spreadsheets from doing so when the cell is edited.
            cell.data_type = "s"
            cell.quotePrefix = text[:1] in tuple("=+-@\t\r")
            cell.alignment = Alignment(wrap_text=True, vertical="top")
            cell.font = Font(bold=place == 1)
    for column in range(1, len(heads) + 1):
        widest = max(len(row[column - 1]) for row in (tuple(heads), *rows))
        sheet.column_dimensions[get_column_letter(column)].width = min(widest + 2, _WIDEST)
    sheet.freeze_panes = "A2"


XLSX = ExportFormat(
    title={"ru": "Таблицы Excel", "en": "Excel workbook"},
    suffix=".xlsx",
    mime="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    write=_write,
)
