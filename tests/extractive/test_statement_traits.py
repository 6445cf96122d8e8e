"""What a statement gives of what a question asks for."""

import pytest

from workbench.extractive.statement_traits import defines
from workbench.nlp.question_type import read_question
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
