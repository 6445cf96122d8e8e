"""The numbers of docs/formulas.md that no other test holds are those of the code."""

from pathlib import Path

import pytest

from workbench.extractive import word_credit
from workbench.retrieval import relevance

PAGE = (Path(__file__).parent.parent / "docs" / "formulas.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("credit", "reason"),
    [
        (relevance.SAME_SPELLING_CREDIT, "the same spelling in the other alphabet"),
        (relevance.TRANSLATION_CREDIT, "a word that stands for one that no passage has"),
        (relevance.SPELLING_CREDIT, "a similar spelling"),
        (relevance.SPELLING_CREDIT * relevance.SPELLING_CUTOFF / 100, "a word that begins with it"),
        (word_credit.TRANSLATED_CREDIT, "a word of the other language that means the same"),
        (word_credit.RELATED_CREDIT, "another word of the same root"),
        (word_credit.SYNONYM_CREDIT, "a word of the same relation"),
    ],
)
def test_a_credit_is_documented_as_it_is(credit: float, reason: str) -> None:
    (row,) = [line for line in PAGE.splitlines() if f"| {reason}" in line]

    assert row.split("|")[1].split()[0] == f"{credit:g}"
