"""A text is taken for reStructuredText by markup that nothing else has."""

import pytest

from workbench.text.restructured import is_restructured


@pytest.mark.parametrize(
    "text",
    [
        "Intro\n\n.. note:: Hot.",
        "See :ref:`settings`.",
        ".. _intro:\n\nText",
        ".. |build| image:: b.svg",
    ],
)
def test_a_directive_a_target_or_a_role_tells(text: str) -> None:
    assert is_restructured(text)


@pytest.mark.parametrize(
    "text",
    [
        "Read it ... or not.\n\n.. and so on",
        "Title\n=====\n\nText with ``code``::\n\n    x",
        "# Markdown\n\n```rst\n.. note:: Hot.\n```",
        "At 10:30:`x`",
        "",
    ],
)
def test_other_texts_are_not(text: str) -> None:
    assert not is_restructured(text)
