"""Tables of reStructuredText become tables of Markdown."""

import pytest

from workbench.text.restructured import as_markdown

SHOWN = "| Code | Meaning |\n| --- | --- |\n| 0 | It was written. |\n| 3 | A file is missing. |"


@pytest.mark.parametrize(
    "written",
    [
        "====  ================\nCode  Meaning\n====  ================\n0     It was written.\n"
        "3     A file\n      is missing.\n====  ================",
        "+------+-----------------+\n| Code | Meaning         |\n+======+=================+\n"
        "| 0    | It was written. |\n+------+-----------------+\n| 3    | A file          |\n"
        "|      | is missing.     |\n+------+-----------------+",
        ".. list-table::\n   :header-rows: 1\n\n   * - Code\n     - Meaning\n   * - 0\n"
        "     - It was written.\n   * - 3\n     - A file\n       is missing.",
        '.. csv-table::\n   :header: "Code", "Meaning"\n\n   0, It was written.\n'
        '   3, "A file is missing."',
    ],
)
def test_every_way_to_write_a_table_gives_its_rows(written: str) -> None:
    assert as_markdown(written).strip() == SHOWN


def test_a_grid_whose_cells_span_columns_stays_as_it_is() -> None:
    grid = "+---+---+\n| both  |\n+---+---+"

    assert as_markdown(grid) == grid
