"""Markers, markup and punctuation say nothing; a word or a number does."""

import pytest

from workbench.language.saying import says_anything


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n",
        "...",
        "…",
        "—",
        "[Source 1]",
        "[Source 1][source 22].",
        "(Sources 1, 2)",
        "[Источник 1].",
        "[Sour",
        "**[Source 1]**",
        "- \n- [Source 2]",
        "```markdown\n```",
        "| |\n|---|",
        "<br/>",
    ],
)
def test_what_says_nothing(text: str) -> None:
    assert not says_anything(text)


@pytest.mark.parametrize(
    "text", ["No.", "$100", "4.", "да", "[Source 1] It is.", "[a](b)", "[see]"]
)
def test_what_says_something(text: str) -> None:
    assert says_anything(text)
