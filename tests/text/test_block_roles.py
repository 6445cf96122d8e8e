"""Plain texts and lists show by indents what a term, a question and a title stand above."""

import pytest

from workbench.text.statements import statements


def told(text: str) -> list[tuple[str, str]]:
    return [(one.kind, one.text) for one in statements(text)]


def test_a_short_line_above_indented_lines_is_a_term() -> None:
    text = "The command exits with:\n\n    0\n        success\n\n    15\n        no such file\n"

    assert told(text) == [("item", "0: success"), ("item", "15: no such file")]
    assert {one.lead for one in statements(text)} == {"The command exits with:"}


@pytest.mark.parametrize(
    "text",
    [
        "The boats leave at nine and\n    they are back at noon,\n    all of them.",
        "$ boat row\n    --far",
        "Boats leave early.\n    They are back at noon.",
    ],
)
def test_a_first_line_like_the_others_a_command_and_a_sentence_are_no_terms(text: str) -> None:
    assert all(":" not in one for _, one in told(text))


def test_the_lines_of_an_item_are_indented_below_its_first_one() -> None:
    text = "- **Oar** - A long one\n  for a boat. Some have two.\n"

    assert [one for _, one in told(text)] == ["Oar - A long one for a boat.", "Some have two."]


def test_a_question_above_indented_paragraphs_is_what_they_answer() -> None:
    text = (
        "Is it\nopen?\n    From nine to five.\n\n    On Sunday from ten.\n\n"
        "The café is next door.\n"
    )

    assert [(one.asked, one.text) for one in statements(text)] == [
        ("Is it open?", "From nine to five."),
        ("Is it open?", "On Sunday from ten."),
        ("", "The café is next door."),
    ]


def test_a_line_in_capitals_above_indented_text_is_a_heading() -> None:
    text = "FILES\n       /etc/boats\n           Names of boats.\n\nNOTES\n       see boats(5)\n"

    assert [one.headings for one in statements(text)] == [("FILES",), ("NOTES",)]


def test_an_item_in_bold_with_paragraphs_below_is_their_title() -> None:
    text = "1. **Most seats**\n\n   A boat has 12 seats.\n2. **Most boats**\n\n   The club has 9.\n"

    assert [(one.headings, one.text) for one in statements(text)] == [
        (("Most seats",), "A boat has 12 seats."),
        (("Most boats",), "The club has 9."),
    ]


def test_a_sentence_that_announces_code_is_a_statement() -> None:
    text = "To install the boat, run:\n\n```shell\npip install boat\n```\n\nIt needs:\n\n- oars\n"

    assert told(text) == [
        ("sentence", "To install the boat, run:"),
        ("sentence", "pip install boat"),
        ("item", "oars"),
    ]
