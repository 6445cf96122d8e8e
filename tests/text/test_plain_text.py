"""A reader of one line sees the words of a text, and no Markdown."""

import pytest

from workbench.text.plain_text import without_markdown


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("| Travel | **$75** | |", "Travel · $75"),
        ("| Product | Excess |\n|---|---|\n| Travel | $75 |", "Product · Excess Travel · $75"),
        ("It is **$75**.", "It is $75."),
        ("- _See_ [the terms](terms.md)<br>and `x`", "See the terms and x"),
        ("2*3*4 is 24", "2*3*4 is 24"),
        ("", ""),
    ],
)
def test_markup_is_left_out(text: str, line: str) -> None:
    assert without_markdown(text) == line
