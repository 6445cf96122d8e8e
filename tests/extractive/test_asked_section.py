"""A question for all that a numbered section tells has all of it as its answer."""

import pytest

from workbench.extractive.sentence_selection import Source, best_statements

NOTES = [
    Source(
        "- Glazes have a search field.\n- Labels are printed in two columns.\n"
        "- The timer rings twice.",
        ("Kiln log: what is new", "2.4 (May 2025)"),
        document="log",
    ),
    Source(
        "- The clock shows seconds.", ("Kiln log: what is new", "2.4.1 (June 2025)"), document="log"
    ),
]


def told(question: str) -> list[str]:
    return [one.text for one in best_statements(question, NOTES)]


@pytest.mark.parametrize(
    "question",
    ["What changed in Kiln log 2.4?", "What is new in version 2.4?", "What was added in 2.4?"],
)
def test_the_whole_section_of_the_number_is_told(question: str) -> None:
    assert told(question) == [
        "Glazes have a search field.",
        "Labels are printed in two columns.",
        "The timer rings twice.",
    ]


def test_the_section_of_a_number_goes_before_its_row_in_a_table() -> None:
    dates = Source("|Version|Released|\n|---|---|\n|2.4|May 2025|", ("Kiln log: versions",))

    found = best_statements("What changed in version 2.4?", [dates, *NOTES])

    assert found[0].text == "Glazes have a search field."
