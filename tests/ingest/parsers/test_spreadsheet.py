"""Sheets are read whatever size they declare, and formulas never vanish."""

from io import BytesIO

import pytest
from openpyxl import Workbook
from openpyxl.styles import Font

from workbench.ingest.documents import parse_document


def text_of(book: Workbook) -> str:
    buffer = BytesIO()
    book.save(buffer)
    return parse_document("a.xlsx", buffer.getvalue()).text  # type: ignore[arg-type]


def test_rows_of_a_sheet_without_dimensions_may_be_short() -> None:
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Fees")
    for row in (["Item", "Fee", "Note"], ["Book"], ["Map", 3, "a day"]):
        sheet.append(row)
    assert text_of(book).endswith("| Book |  |  |\n| Map | 3 | a day |\n")


def test_a_formatted_cell_far_below_adds_no_rows() -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Item", "Fee"])
    sheet.append(["Book", 1])
    sheet.cell(300_000, 2).font = Font(bold=True)
    assert text_of(book).endswith("| Item | Fee |\n| --- | --- |\n| Book | 1 |\n")


def test_a_formula_that_was_never_computed_is_shown_as_text() -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["Item", "Fee"], ["Book", 1], ["Sum", "=SUM(B2:B2)"]):
        sheet.append(row)
    assert "| Sum | =SUM(B2:B2) |" in text_of(book)


@pytest.mark.parametrize(
    ("number_format", "shown"),
    [
        ("[$€] #,##0.00", "12.5 €"),
        ("#,##0.00 [$₽]", "12.5 ₽"),
        ("[$₽-419] 0", "12.5 ₽"),
        ("[$USD] 0", "12.5 USD"),
        ("#,##0 [$руб.-419]", "12.5 руб."),
        ("[$CHF] 0", "12.5"),
        ("[$US$] 0", "12.5"),
        ("[$-409]#,##0", "12.5"),
        ('"$"#,##0', "12.5 $"),
        ("0\\ €", "12.5 €"),
        ("0_€", "12.5"),
        ("0.0%", "1250%"),
        ('"до 5%" 0', "12.5"),
        ('0.0"%"', "12.5"),
        ("0.0\\%", "12.5"),
    ],
)
def test_a_number_has_the_sign_and_scale_of_its_format(number_format: str, shown: str) -> None:
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.append(["Item", "Value", "Share"])
    sheet.append(["Book", 12.5, 0.07])
    sheet.cell(2, 2).number_format = number_format
    sheet.cell(2, 3).number_format = "0%"
    assert text_of(book).endswith(f"| Book | {shown} | 7% |\n")
