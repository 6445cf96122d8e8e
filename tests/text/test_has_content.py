"""Markers, markup and punctuation say nothing; a word or a number does."""

import time

import pytest

from workbench.text.has_content import has_content


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
        "## Answer\n\n[Source 1]",
        "# Excess of windscreens\n",
        "Answer: [Source 1]",
        "**It covers:**\n\n- \n",
    ],
)
def test_what_says_nothing(text: str) -> None:
    assert not has_content(text)


@pytest.mark.parametrize(
    "text",
    [
        "No.",
        "$100",
        "4.",
        "да",
        "[Source 1] It is.",
        "[a](b)",
        "[see]",
        "# Excess: $100",
        "# The windscreen is always covered",
        "It is: $1",
    ],
)
def test_what_says_something(text: str) -> None:
    assert has_content(text)


def test_long_texts_are_read_at_once() -> None:
    started = time.process_time()
    for text in (
        "# " + "a" * 60_000 + "!",
        ": *" * 20_000,
        "[source" * 9_000,
        "<" * 60_000,
        "# a " * 9_000,
    ):
        has_content(text)
    assert time.process_time() - started < 2
