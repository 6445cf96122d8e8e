"""Tables show yes and no by pictures and emoji codes."""

import pytest

from workbench.text.plain_text import without_markdown
from workbench.text.statements import statements


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ('![](../icons/check.svg "inline")', "✓"),
        ("![](icon-check-green.png)", "✓"),
        ("![](img/no.svg)", "✗"),
        ("![](img/no.svg) ![](img/no.svg)", "✗"),
        ("![yes](img/no.svg)", "yes"),
        (":white_check_mark:", "✓"),
        (":x:", "✗"),
        (":rocket:", ":rocket:"),
        ("![](logo.svg)", ""),
        ("![](no-image.svg)", ""),
    ],
)
def test_a_cell_reads_as_what_its_picture_shows(cell: str, shown: str) -> None:
    line = without_markdown(f"| Sloop | {cell} |")

    assert line == " · ".join(filter(None, ("Sloop", shown)))


def test_a_picture_outside_of_a_table_is_no_mark() -> None:
    assert without_markdown("See ![](check.svg) here") == "See here"


def test_a_row_says_what_is_supported() -> None:
    rows = "| Boat | Sails | Motor |\n|---|---|---|\n| Sloop | ![](check.svg) | ![](no.svg) |\n"

    assert [one.text for one in statements(rows)] == ["Sloop — Sails: ✓; Motor: ✗"]
