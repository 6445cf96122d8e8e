"""A question may open with what it takes for granted."""

import pytest

from workbench.nlp.premise_clause import premise_clause


@pytest.mark.parametrize(
    ("question", "clause"),
    [
        ("Since passes never expire, may I keep mine?", "passes never expire"),
        ("Given that dogs are allowed, where do they sleep?", "dogs are allowed"),
        ("Раз лодки сдают бесплатно, кто за них платит?", "лодки сдают бесплатно"),
        ("Since a pass costs 1,000 euros, can I pay monthly?", "a pass costs 1,000 euros"),
        ("Since 5 visits are free, who pays for them?", "5 visits are free"),
        ("As a new member of staff, what do I get?", ""),
        ("Since May 2019, how many boats were sold?", ""),
        ("Since 2019, how many boats were sold?", ""),
        ("As usual, when is it open?", ""),
        ("How long has it been open since May, June and July?", ""),
        ("When is it open?", ""),
    ],
)
def test_the_clause_before_the_comma_is_taken_for_granted(question: str, clause: str) -> None:
    assert premise_clause(question) == clause
