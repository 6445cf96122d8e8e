"""Which tables cite cell by cell, and what each of their cells is about."""

import json

import pytest

from workbench.text.citation_marks import without_markers
from workbench.text.cited_cells import cited_cells

HEAD = "| Benefit | Basic | Premier |\n|---|---|---|\n"


def cells(marked: str) -> list[str]:
    clean = without_markers(marked)
    return [
        f"{cell.labels.about} {clean.text[cell.span.start : cell.span.end]}"
        for row in cited_cells(clean).rows.values()
        for cell in row
    ]


def test_each_cell_has_the_labels_of_its_row_and_its_column() -> None:
    table = f"{HEAD}| Surgery | $9 [Source 1] | As charged [Source 2] |"

    assert cells(table) == ["Surgery — Basic: $9", "Surgery — Premier: As charged"]


@pytest.mark.parametrize(
    "table",
    [
        f"{HEAD}| Surgery | $9 | As charged [Source 1] |",
        f"{HEAD}| Surgery | $9 | As charged [Source 1] [Source 2] |",
        f"{HEAD}| Surgery [Source 1] | $9 | As charged [Source 2] |",
        f"{HEAD}| Surgery | $9 | |\n| Dental | $5 | |",
        f"{HEAD}| Surgery | $9 | [Source 1] |\n| Dental | $5 | [Source 2] |",
    ],
)
def test_a_table_with_marks_in_one_column_cites_by_row(table: str) -> None:
    assert cells(table) == []


def test_a_cell_without_a_mark_is_read_too_where_others_cite() -> None:
    table = f"{HEAD}| Surgery | $9 [Source 1] | $8 [Source 2] |\n| Dental | $7 | $6 |"

    assert cells(table)[2:] == ["Dental — Basic: $7", "Dental — Premier: $6"]


@pytest.mark.parametrize("nothing", ["—", "", "-", "n/a", "нет"])
def test_a_cell_without_a_value_states_nothing(nothing: str) -> None:
    rows = f"| Surgery | $9 [Source 1] | {nothing} |\n| Dental | {nothing} | $6 [Source 2] |"

    assert cells(f"{HEAD}{rows}") == ["Surgery — Basic: $9", "Dental — Premier: $6"]


def test_columns_before_the_first_mark_are_labels() -> None:
    head = "| Product | Benefit | Basic | Plus |\n|---|---|---|---|\n"

    assert cells(f"{head}| Travel | Baggage | $1 [Source 1] | $3 [Source 2] |") == [
        "Travel, Baggage — Basic: $1",
        "Travel, Baggage — Plus: $3",
    ]


def test_tables_of_a_text_are_read_apart() -> None:
    by_cell = f"{HEAD}| Surgery | $9 [Source 1] | $8 [Source 2] |"

    assert cells(f"{HEAD}| Dental | $7 | $6 [Source 3] |\n\nAnd:\n\n{by_cell}") == cells(by_cell)


def test_a_table_without_a_header_has_the_labels_of_its_rows() -> None:
    assert cells("| Surgery | $9 [Source 1] | $8 [Source 2] |") == ["Surgery: $9", "Surgery: $8"]


def test_a_bar_within_a_cell_is_no_border() -> None:
    table = f"{HEAD}| Either \\| or | $9 [Source 1] | $8 [Source 2] |"

    assert cells(table)[1].endswith("Premier: $8")


def test_a_table_in_a_json_answer_is_read() -> None:
    table = f"{HEAD}| Surgery | $9 [Source 1] | As charged [Source 2] |"

    assert cells(json.dumps({"answer": table})) == cells(table)


def test_a_mark_finds_its_cell() -> None:
    clean = without_markers(f"{HEAD}| Surgery | $9 [Source 1] | As charged [Source 2] |")

    found = [cited_cells(clean).at(mark.at) for mark in clean.markers]

    assert [cell and cell.labels.column for cell in found] == ["Basic", "Premier"]


def test_a_mark_outside_of_such_a_table_has_none() -> None:
    clean = without_markers("It is paid [Source 1].\n\n| Surgery | $9 | $8 [Source 2] |")

    assert [cited_cells(clean).at(mark.at) for mark in clean.markers] == [None, None]
