"""Pieces of the panels: a score's colour goes by the number that is shown."""

import pytest

from workbench.ui.panels.widgets import tone


@pytest.mark.parametrize(
    ("score", "color"),
    [(0.7951, "green"), (0.79, "orange"), (0.4951, "orange"), (0.494, "red"), (None, "gray")],
)
def test_the_same_number_has_the_same_color(score: float | None, color: str) -> None:
    assert tone(score) == color
