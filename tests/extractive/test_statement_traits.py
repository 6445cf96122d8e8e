"""What a statement gives of what a question asks for."""

import pytest

from workbench.extractive.statement_traits import defines, defines_exactly, opens_with
from workbench.nlp.question_type import read_question
from workbench.nlp.terms import content_terms
from workbench.text.statements import statements


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The excess is your share of each event.", True),
        ("An excess means the first part of a bill.", True),
        ("The first part is called the excess.", False),
        ("The excess is known as the first part of a bill.", True),
        ("The excess is deducted once for each person.", False),
        ("Excesses are waived after a fire.", False),
    ],
)
def test_what_is_done_with_a_thing_does_not_define_it(text: str, expected: bool) -> None:
    terms = read_question("What is an excess?").terms
    assert defines(terms, statements(text)[0]) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('A "covered mooring" means either a box or a berth under a roof.', True),
        ("Covered mooring — a berth under a roof.", True),
        ("The price of a covered mooring is 40 crowns.", False),
        ('"Mooring" means a place for a boat.', False),
    ],
)
def test_only_the_term_alone_before_the_verb_is_defined(text: str, expected: bool) -> None:
    assert defines_exactly(content_terms("covered mooring"), statements(text)[0]) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The boatswain checks the ropes.", True),
        ("Ropes that the boatswain checks are dry.", False),
        ("Ask the boatswain.", False),
    ],
)
def test_a_sentence_opens_with_what_acts(text: str, expected: bool) -> None:
    assert opens_with(content_terms("boatswain"), statements(text)[0]) is expected


def test_a_statement_that_says_what_a_thing_is_called_defines_it() -> None:
    text = "Boats without a number are called free boats. The free boats are many."
    called, other = statements(text)

    assert defines_exactly(content_terms("free boat"), called)
    assert not defines_exactly(content_terms("boat"), other)
    assert not defines_exactly(content_terms("number"), called)
