"""The word-overlap baseline of grounding."""

import pytest

from workbench.checks.grounding.overlap_baseline import overlap_baseline


@pytest.mark.parametrize(
    ("marked", "contents", "score"),
    [
        ("Glass is covered [Source 1]. Keys too [Source 2].", ["x"], 1.0),
        ("glass is covered. dentures forever", ["glass is covered"], 0.25),
        ("Anything.", [], 0.0),
        ("", ["x"], 1.0),
        ("...", ["x"], 1.0),
    ],
)
def test_a_sentence_scores_by_its_marker_or_its_words(
    marked: str, contents: list[str], score: float
) -> None:
    assert overlap_baseline(marked, contents) == score
