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
        ("R&amp;D &mdash; &#8364;5 &nosuch; `&amp;`", "R&D — €5 &nosuch; &amp;"),
        ("", ""),
    ],
)
def test_markup_is_left_out(text: str, line: str) -> None:
    assert without_markdown(text) == line


@pytest.mark.parametrize("text", ["Install <package> first", "Usertags: <usertag...>", "a <b-c> d"])
def test_a_placeholder_in_angle_brackets_is_text(text: str) -> None:
    assert without_markdown(text) == text


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("<Tabs>", ""),
        ("It is <b>paid</b>", "It is paid"),
        ("<x-note>It is</x-note> paid", "It is paid"),
        ("<details>", ""),
        ('See <note kind="warning"> here', "See here"),
    ],
)
def test_tags_of_html_and_of_site_generators_are_left_out(text: str, line: str) -> None:
    assert without_markdown(text) == line
