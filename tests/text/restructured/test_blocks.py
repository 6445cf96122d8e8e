"""reStructuredText becomes Markdown: its structure stays, what no reader sees goes."""

import pytest

from workbench.text.restructured import as_markdown

ARCHIVE = """\
=======
Archive
=======

.. image:: badge.svg
   :alt: build passing

Install
-------

Run this command::

    $ pip install archive
    # then log in again

.. note:: It needs Python 3.10.

Options
-------

-k, --keep        Keep the input
                  files.
--level NUMBER    Set the level.

Settings
--------

``max_retries``
    How often it tries again.  The default is 4.

:Author: Ann Reed
"""


def test_titles_are_headings_in_the_order_of_their_styles() -> None:
    text = "====\nBook\n====\n\nPart\n====\n\nChapter\n-------\n\nNext part\n=========\n"
    shown = as_markdown(text)

    assert [line for line in shown.split("\n") if line] == [
        "# Book",
        "## Part",
        "### Chapter",
        "## Next part",
    ]


def test_the_parts_of_a_manual() -> None:
    shown = as_markdown(ARCHIVE)

    assert "```code\n$ pip install archive\n# then log in again\n```" in shown
    assert "Run this command:\n" in shown
    assert "\nIt needs Python 3.10.\n" in shown
    assert "- `-k, --keep`: Keep the input files.\n- `--level NUMBER`: Set the level." in shown
    assert "- `max_retries`: How often it tries again.  The default is 4." in shown
    assert "- Author: Ann Reed" in shown
    for markup in ("::", "..", "badge", "===", "---"):
        assert markup not in shown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (".. code-block:: python\n   :linenos:\n\n   x = 1", "```python\nx = 1\n```"),
        (">>> 1 + 1\n2", "```python\n>>> 1 + 1\n2\n```"),
        (".. warning::\n\n   Hot.\n   Do not touch.", "Hot.\nDo not touch."),
        (".. admonition:: Tides\n\n   High at noon.", "**Tides**\n\nHigh at noon."),
        (".. versionadded:: 3.2\n   The mast.", "Added in version 3.2:\nThe mast."),
        (".. option:: -t SECONDS\n\n   Stop then.", "- `-t SECONDS`: Stop then."),
        (
            ".. py:function:: merge(a, b)\n\n   Join two.\n\n   .. note:: Slow.",
            "- `merge(a, b)`: Join two.\n\n  Slow.",
        ),
        (".. A remark\n   of two lines.\n\nText.", "Text."),
        (".. _intro:\n\nText.", "Text."),
        (".. contents:: Table of contents\n   :depth: 2\n\nText.", "Text."),
        (".. [1] See the log.", "[1] See the log."),
        ("#. One\n#. Two", "1. One\n1. Two"),
        ("term\n    What it means.", "- term: What it means."),
        ("term : str\n    What it means.", "- term (str): What it means."),
        ("# is a remark sign.", "\\# is a remark sign."),
        ("One::\n\nTwo", "One:\n\nTwo"),
        ("Above.\n\n----\n\nBelow.", "Above.\n\nBelow."),
    ],
)
def test_each_construct_shows_what_a_reader_sees(written: str, shown: str) -> None:
    assert as_markdown(written).strip() == shown


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A paragraph\nof two lines.\n\nAnother one.",
        "* one\n* two\n\n  more of two",
        "Version: 2.4\nLicense: MIT",
        "The price - net - is 5.",
    ],
)
def test_text_without_such_markup_stays_as_it_is(text: str) -> None:
    assert as_markdown(text) == text


def test_a_deeply_nested_text_is_read_to_the_end() -> None:
    text = "\n".join(f"{' ' * 3 * depth}.. note::\n" for depth in range(200))

    assert isinstance(as_markdown(f"{text}\n\nEnd."), str)
    assert as_markdown(f"{text}\n\nEnd.").endswith("End.")
