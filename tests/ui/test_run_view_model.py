"""A frame shows an answer that still streams as it will stand: with canonical markers."""

import pytest

from tests.support.sample_run import sample_run, workspace
from workbench.ui.live_runs import RunSnapshot
from workbench.ui.run_view_model import RunViewModel
from workbench.ui.texts import Texts


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("Так [Источники 1, 2] и", "Так [Source 1][Source 2] и"),
        ("Так [Sources 1–2]. И [5].", "Так [Source 1][Source 2]. И [Source 5]."),
        ("Так [50].", "Так [50]."),
        ("Так [Исто", "Так"),
    ],
)
def test_markers_are_canonical_while_they_stream(text: str, marked: str) -> None:
    run = sample_run().model_copy(update={"answer": None, "diagnostics": None})
    view = RunSnapshot(run=run, text=text)

    frame = RunViewModel(view, run, workspace(), Texts("ru"), "numbered")

    assert frame.marked == marked
