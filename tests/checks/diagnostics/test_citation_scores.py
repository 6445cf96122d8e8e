"""Precision and recall of citations."""

from tests.support.insurance_workspace import fact, payload, plan, workspace
from workbench.answer.resolve_citations import cite
from workbench.checks.diagnostics.citation_scores import score_citations
from workbench.checks.grounding.evidence_index import index_evidence
from workbench.checks.grounding.verdicts import judge_claims
from workbench.domain.diagnostics import CitationScores
from workbench.rendering import render
from workbench.text import parse
from workbench.text.citation_marks import without_markers

ITEMS = (fact("Glass is covered up to $500"), fact("Keys are replaced up to $200"))
FACTS = payload(*ITEMS)


def scores(marked: str) -> CitationScores:
    cited = cite(parse(marked), render(plan(), FACTS, workspace(), "en"), FACTS)
    pool, answer = index_evidence(ITEMS), without_markers(cited.marked)
    claims = judge_claims(answer, pool, "en")
    return score_citations(cited.citations, claims, pool, "en", answer=answer)


def test_citations_that_hold_and_miss_nothing() -> None:
    marked = "Glass is covered up to $500 [Source 1]. Keys are replaced up to $200 [Source 2]."

    assert scores(marked) == CitationScores(precision=1.0, recall=1.0)


def test_a_citation_of_the_wrong_source_costs_precision() -> None:
    marked = "Glass is covered up to $500 [Source 2]. Keys are replaced up to $200 [Source 2]."

    assert scores(marked) == CitationScores(precision=0.5, recall=1.0)


def test_a_supported_claim_without_a_citation_costs_recall() -> None:
    marked = "Glass is covered up to $500 [Source 1]. Keys are replaced up to $200."

    assert scores(marked) == CitationScores(precision=1.0, recall=0.5)


def test_nothing_to_score_is_not_zero() -> None:
    assert scores("Shall I go on?") == CitationScores(precision=None, recall=None)


HEAD = "| | Glass | Keys |\n|---|---|---|\n"


def test_each_cell_is_cited_by_itself() -> None:
    rows = "| Up to | $500 [Source 1] | $200 |\n| Replaced | — | up to $200 [Source 2] |"

    assert scores(f"{HEAD}{rows}").recall == 2 / 3


def test_citations_in_each_others_cells_cost_precision() -> None:
    right = f"{HEAD}| Up to | $500 [Source 1] | $200 [Source 2] |"
    exchanged = f"{HEAD}| Up to | $500 [Source 2] | $200 [Source 1] |"

    assert scores(right) == CitationScores(precision=1.0, recall=1.0)
    assert scores(exchanged) == CitationScores(precision=0.0, recall=1.0)
