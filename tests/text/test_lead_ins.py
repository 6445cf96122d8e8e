"""An item belongs to the lead-in above it that is indented less."""

from workbench.text.statements import statements


def leads(text: str) -> dict[str, str]:
    return {one.text: one.lead for one in statements(text)}


def test_a_paragraph_of_an_item_does_not_end_the_list() -> None:
    text = (
        "1. Write in the letter:\n\n   - your name\n   - the day of the trip\n\n"
        "     Of two trips, take the first.\n\n   - the reason\n\n1. Send it.\n"
    )

    assert leads(text)["the reason"] == "Write in the letter:"
    assert leads(text)["Send it."] == ""


def test_a_list_in_a_list_ends_with_it() -> None:
    text = "We pay for:\n\n- boats that are:\n  - old\n  - red\n- oars\n"

    assert leads(text) == {
        "old": "boats that are:",
        "red": "boats that are:",
        "oars": "We pay for:",
    }


def test_a_short_item_introduces_the_items_below_it() -> None:
    text = "- Five days before:\n  - a small trip\n- Two weeks before\n  - a long trip\n"

    assert leads(text)["a long trip"] == "Two weeks before:"
    assert leads(text)["Two weeks before"] == ""


def test_bullets_as_far_left_as_the_number_above_them_are_its_items() -> None:
    text = "1. Bring:\n- a coat\n- a hat\n2. Wait.\n"

    assert leads(text) == {"a coat": "Bring:", "a hat": "Bring:", "Wait.": ""}


def test_a_table_below_a_list_is_not_its_part() -> None:
    text = "- We pay for:\n  - oars\n\n| Boat | Price |\n|---|---|\n| Sloop | $5 |\n"

    assert leads(text)["Sloop — Price: $5"] == ""


def test_a_sentence_that_announces_a_list_introduces_its_items() -> None:
    text = "Members pay in one of the following ways.\n\n- cash\n- card\n\nDue in May.\n\n- rent\n"

    assert leads(text)["card"] == "Members pay in one of the following ways."
    assert leads(text)["rent"] == ""
