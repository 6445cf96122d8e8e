"""Roles, references and substitutions show what a reader sees."""

import pytest

from workbench.text.restructured.inline import inline_markdown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Set ``max_retries`` to 4.", "Set `max_retries` to 4."),
        ("See :ref:`the settings <settings>`.", "See the settings."),
        ("See :doc:`faq`.", "See faq."),
        ("Call :func:`archive.pack`.", "Call `archive.pack`."),
        ("Call :py:meth:`~archive.Box.pack`.", "Call `pack`."),
        ("See `the format <https://a.example/f>`_.", "See [the format](https://a.example/f)."),
        ("See `the format`_ and Python_.", "See the format and Python."),
        ("Said so [1]_.", "Said so [1]."),
        ("|build| The |name| archive.", " The big archive."),
        ("``a_`` and b_", "`a_` and b_"),
        ("re\\ ``x``\\ ed", "re`x`ed"),
        ("At 10:30 :: at `noon`", "At 10:30 :: at `noon`"),
    ],
)
def test_what_is_shown_stays(written: str, shown: str) -> None:
    substitutions = {"build": "", "name": "big"}

    assert inline_markdown(written, substitutions, frozenset({"python"})) == shown
