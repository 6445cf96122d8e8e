"""Numbers and members of facts that were computed from a graph."""

import pytest

from workbench.checks.grounding.evidence_index import index_evidence
from workbench.checks.grounding.verdicts import judge_claims
from workbench.domain.evidence import Evidence, GraphPath
from workbench.text.citation_marks import without_markers

FACTS = [
    Evidence(type="count", text=text, path=GraphPath(nodes=(str(at),)))
    for at, text in enumerate(
        ["Lesnoy: 2 masters — Orlov, Petrova", "Zarechny: 3 masters — Gromov, Sidorov, Belov"]
    )
]


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Lesnoy: 2 masters — Orlov, Petrova.", "supported"),
        ("Lesnoy: 3 masters — Orlov, Petrova.", "contradicted"),
        ("Lesnoy: 2 masters — Orlov, Gromov.", "contradicted"),
        ("Lesnoy: 2 masters — Orlov, Petrova, Ivanova.", "contradicted"),
        ("Lesnoy has 3 masters.", "contradicted"),
        ("Lesnoy has 2 masters, and Zarechny has 3 masters.", "supported"),
    ],
)
def test_a_claim_has_the_number_and_members_of_its_own_subject(claim: str, verdict: str) -> None:
    judged = judge_claims(without_markers(claim), index_evidence(FACTS), "en")
    assert {one.verdict for one in judged} == {verdict}, judged
