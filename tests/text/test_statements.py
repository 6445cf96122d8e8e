"""A passage as statements: who asks, what a heading governs, rows with their labels."""

from workbench.text.statements import statements


def test_a_short_paragraph_that_ends_in_a_question_is_the_question() -> None:
    text = "**Ann:** Everyone builds boats. Do you?\n\n**Ben:** I build bridges."

    (one,) = statements(text)

    assert one.text == "Ben: I build bridges."
    assert one.asked == "Ann: Everyone builds boats. Do you?"


def test_a_faq_question_governs_its_answer_alone() -> None:
    text = "**Is it open?** From nine to five.\n\nThe café is next door."

    hours, cafe = statements(text)

    assert (hours.text, hours.asked) == ("From nine to five.", "Is it open?")
    assert cafe.asked == ""


def test_a_row_reads_label_and_value() -> None:
    (row,) = statements("| Ferry | Price |\n|---|---|\n| North | 4 crowns |")

    assert row.text == "North — Price: 4 crowns"
