"""Options and identifiers are names to the letter."""

import pytest

from workbench.nlp.code_names import code_names, option_label
from workbench.nlp.terms import content_terms, term_set


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("What does the -k option do?", ["-k"]),
        ("Pass --dry-run or --level=9.", ["--dry-run", "--level"]),
        ("Что значит max_retries, и зачем __init__?", ["max_retries", "__init__"]),
        ("A well-known word - and a dash -- too, 2014-present.", []),
        ("_emphasis_ and -5 degrees", []),
        ("Тире -то и дефис по-русски", []),
    ],
)
def test_names_are_found_as_written(text: str, names: list[str]) -> None:
    assert [name.text for name in code_names(text)] == names


def test_an_option_is_not_the_word_that_it_is_made_of() -> None:
    (asked,) = content_terms("--small")

    assert asked.key not in term_set("It has a small laboratory.")
    assert asked.key in term_set("-s, --small  Use less memory.")


def test_a_word_finds_the_option_that_is_made_of_it() -> None:
    (asked,) = content_terms("small")

    assert asked.key in term_set("-s, --small  Use less memory.")


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("-k, --keep Keep the files", "-k, --keep"),
        ("-n NUMBER, --lines=NUMBER Show so many", "-n NUMBER, --lines=NUMBER"),
        ("--level: Set it", "--level"),
        ("- a packed lunch", ""),
        ("-5 degrees", ""),
    ],
)
def test_a_line_of_a_list_of_options_opens_with_them(line: str, label: str) -> None:
    assert option_label(line) == label
