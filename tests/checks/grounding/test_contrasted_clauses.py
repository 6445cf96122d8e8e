"""What one clause of a statement says of its subject is not said of that of another clause."""

import pytest

from workbench.checks.grounding.claims import ClaimSpan
from workbench.checks.grounding.evidence_index import index_evidence
from workbench.checks.grounding.verdicts import judge
from workbench.domain.local_text import Language
from workbench.pipeline.check_text import given_sources

RULES = """# Rules of the club

The boathouse belongs to the city, the boats to the club. Paint is banned in lockers, but allowed in
garages. Bags are left in the cellar; prams are left at the gate. The South quay was rebuilt by
Kessler Ltd, the North quay by Brunel Works. Old disks are shredded, old screens recycled. When the
alarm rings, the guard locks the door.

| Shift | Officer | Quay |
|---|---|---|
| Morning | Lena Brandt | North |
| Night | Pia Sorensen | South |
| Weekend | Lena Brandt | South |
"""
RUSSIAN_RULES = """# Правила дома

Просроченный товар списывают, брак возвращают поставщику. Велосипеды ставят в колясочную, самокаты —
у входа. Текущий ремонт оплачивают жильцы, капитальный ремонт оплачивает фонд.
"""


def verdict(claim: str, source: str, language: Language) -> str:
    pool = index_evidence(given_sources([source]))
    return judge(ClaimSpan(claim, 0, len(claim), checkable=True), pool, language).verdict


@pytest.mark.parametrize(
    "claim",
    [
        "The boats belong to the city.",
        "Paint is allowed in lockers.",
        "Prams are left in the cellar.",
        "Kessler Ltd rebuilt the North quay.",
        "Pia Sorensen has the weekend shift.",
    ],
)
def test_a_claim_mixed_from_two_clauses_or_rows_is_not_supported(claim: str) -> None:
    assert verdict(claim, RULES, "en") == "not_in_sources"


@pytest.mark.parametrize(
    "claim",
    [
        "The boats belong to the club.",
        "Paint is allowed in garages.",
        "Bags are left in the cellar.",
        "Brunel Works rebuilt the North quay.",
        "Old screens are recycled.",
        "The guard locks the door when the alarm rings.",
        "Lena Brandt has the morning and the weekend shift.",
    ],
)
def test_a_claim_of_one_clause_and_what_it_takes_over_is_supported(claim: str) -> None:
    assert verdict(claim, RULES, "en") == "supported"


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Просроченный товар возвращают поставщику.", "not_in_sources"),
        ("Велосипеды ставят у входа.", "not_in_sources"),
        ("Брак возвращают поставщику.", "supported"),
        ("Самокаты ставят у входа.", "supported"),
        ("Капитальный ремонт оплачивает фонд.", "supported"),
    ],
)
def test_russian_clauses_are_told_apart_by_what_they_begin_with(claim: str, expected: str) -> None:
    assert verdict(claim, RUSSIAN_RULES, "ru") == expected
