"""The parts of a sheet are found whatever blank, repeated or merged cells it has."""

from collections.abc import Sequence
from io import BytesIO

import pytest
from openpyxl import Workbook

from workbench.ingest.documents import parse_document


def text_of(rows: Sequence[Sequence[object]], *merged: str) -> str:
    book = Workbook()
    sheet = book.worksheets[0]
    for row in rows:
        sheet.append(row)
    for cells in merged:
        sheet.merge_cells(cells)
    content = BytesIO()
    book.save(content)
    return parse_document("a.xlsx", content.getvalue()).text


def test_a_blank_cell_before_a_note_is_empty() -> None:
    text = parse_document("a.csv", "a,b,c\n1,2,3\n4,5,6\n7,8,9\n ,Note x,\n").text
    assert text == "| a | b | c |\n| --- | --- | --- |\n" + (
        "| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n| 7 | 8 | 9 |\n\nNote x\n"
    )


def test_a_blank_cell_before_a_total_is_empty() -> None:
    text = parse_document("a.csv", "a,b,c\nx,1,2\ny,3,4\n ,Total,6\nsigned\n").text
    assert text.endswith("|\n\nsigned\n")


def test_two_columns_of_one_name_keep_their_first_row_of_texts() -> None:
    text = parse_document("a.csv", "Low,Low\na,b\nc,d\n").text
    assert text.startswith("| Low | Low |\n")
    assert text.endswith("| a | b |\n| c | d |\n")


@pytest.mark.parametrize("values", ["1,2,3\n4,5,6\n", "n/a,1,2\nn/a,3,4\n"])
def test_names_above_numbers_are_joined_with_the_name_that_is_repeated_above(values: str) -> None:
    text = parse_document("a.csv", f",Low,Low\nId,day,night\n{values}").text
    assert text.startswith("| Id | Low day | Low night |\n")


def test_names_above_texts_are_joined_with_a_merged_name_above() -> None:
    rows = [["Item", "Low", None], [None, "day", "night"], ["Map", "x", "y"], ["Pen", "z", "w"]]
    text = text_of(rows, "A1:A2", "B1:C1")
    assert text.split("\n", 2)[2].startswith("| Item | Low day | Low night |\n")


def test_a_title_merged_over_most_columns_is_no_header() -> None:
    rows: list[list[object]] = [
        ["Bookings of 2024", None, None, None],
        ["Room", "Guest", "Nights", "Paid", "Note"],
        ["Oak", "Ann", 2, "yes", "x"],
        ["Elm", "Bob", 3, "no", "y"],
    ]
    text = text_of(rows, "A1:D1")
    assert "| Room | Guest | Nights | Paid | Note |\n| --- |" in text
    assert "Bookings of 2024\n\n|" in text


def test_a_number_merged_over_rows_stands_once_and_a_text_in_each() -> None:
    rows = [["Team", "Name", "Bonus"], ["North", "Ann", 2000], [None, "Bob"], [None, "Eve", 50]]
    text = text_of(rows, "A2:A4", "C2:C3")
    assert text.endswith("| North | Ann | 2000 |\n| North | Bob |  |\n| North | Eve | 50 |\n")


def test_a_year_merged_over_rows_stands_in_each() -> None:
    rows = [["Year", "Quarter", "Sales"], [2023, "Q1", 5], [None, "Q2", 7], [2024, "Q1", 6]]
    assert "| 2023 | Q2 | 7 |" in text_of(rows, "A2:A3")


def test_cells_merged_over_columns_are_repeated_in_the_header_only() -> None:
    rows = [
        ["Shop", "Sales", None, "Note"],
        [None, "May", "June", None],
        ["North", 10, None, "x"],
        ["South", "closed", None, "y"],
        ["West", 3, 4, "z"],
    ]
    text = text_of(rows, "A1:A2", "B1:C1", "D1:D2", "B3:C3", "B4:C4")
    assert "| Shop | Sales May | Sales June | Note |\n" in text
    assert "| North | 10 |  | x |\n| South | closed |  | y |\n| West | 3 | 4 | z |" in text
