"""Tables of a PDF page: told from prose by columns that are written row by row."""

from time import process_time

import pytest

from workbench.ingest.parsers.pdf_tables import with_tables

CELLS = ["Ticket", "North", "South", "Adult", "£9.40", "£6.80", "Bicycle", "£2.00", "free"]
FARES = (("Ticket", "North", "South"), ("Adult", "£9.40", "£6.80"), ("Bicycle", "£2.00", "free"))


def test_the_lines_of_a_table_become_its_rows_and_others_stay() -> None:
    layout = """
Fares of the ferry
        Ticket       North     South
        Adult        £9.40     £6.80
        Bicycle      £2.00     free
Refunds
A ticket that is returned a day before is refunded in full.
"""
    after = ["Refunds", "A ticket that is returned a day before is refunded in full."]
    lines = ["Fares of the ferry", *CELLS, *after]
    assert with_tables(lines, layout) == ["Fares of the ferry", FARES, *after]


def test_a_row_may_be_one_line_and_a_cell_several() -> None:
    lines = [
        "Pitch Low season High season",
        "Small tent €12 €18",
        "Hut for four with",
        "a view €55 €78",
    ]
    layout = """
       Pitch              Low        High
                          season     season
 Small tent               €12        €18
 Hut for four with        €55        €78
 a view
"""
    (table,) = with_tables(lines, layout)
    assert table == (
        ("Pitch", "Low season", "High season"),
        ("Small tent", "€12", "€18"),
        ("Hut for four with a view", "€55", "€78"),
    )


@pytest.mark.parametrize(
    ("lines", "layout"),
    [
        pytest.param(
            ["The boat", "leaves at", "nine.", "It comes", "back at", "ten."],
            "The boat      It comes\nleaves at     back at\nnine.         ten.",
            id="prose in two columns",
        ),
        pytest.param(
            ["Date: 4 May", "Place: Holm", "Chair: Ada Finch"],
            "Date:     4 May\nPlace:    Holm\nChair:    Ada Finch",
            id="labels and their values",
        ),
        pytest.param(
            ["1 Loans . . . . . . 3", "2 Fees . . . . . . 5", "3 Rooms . . . . . . 9"],
            "1   Loans  . . . . . .   3\n2   Fees . . . . . .    5\n3   Rooms . . . . . .   9",
            id="a table of contents",
        ),
        pytest.param(
            ["- the key", "- the lamp", "- the rope"],
            "-    the key\n-    the lamp\n-    the rope",
            id="a list",
        ),
        pytest.param(["Adult 9", "Child 4"], "Adult   9\nChild   4", id="two rows"),
        pytest.param(CELLS, "", id="a layout that could not be read"),
    ],
)
def test_what_is_no_table_keeps_its_lines(lines: list[str], layout: str) -> None:
    assert with_tables(lines, layout) == lines


def seconds(rows: int) -> float:
    """Return the least processor time of three readings of a table of that many rows."""
    cells = [("Name", "Count", "Place"), *((f"Item {n}", str(n), "Holm") for n in range(rows))]
    layout = "\n".join("   ".join(cell.ljust(12) for cell in row) for row in cells)
    lines = [cell for row in cells for cell in row]
    taken = []
    for _ in range(3):
        begin = process_time()
        assert len(with_tables(lines, layout)) == 1
        taken.append(process_time() - begin)
    return min(taken)


def test_a_page_of_a_thousand_rows_is_read_in_little_time() -> None:
    assert seconds(1000) < 5
