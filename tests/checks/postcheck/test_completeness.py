"""Which of the facts shown an answer leaves out."""

import pytest

from tests.support.insurance_workspace import fact, payload, plan, workspace
from workbench.checks.postcheck.completeness import missing_facts
from workbench.rendering import render
from workbench.text.citation_marks import without_markers

FACTS = payload(fact("Стекло: до 500 долларов"), fact("Багаж: до 300 долларов"))
RENDERED = render(plan(), FACTS, workspace(), "ru")


@pytest.mark.parametrize(
    ("marked", "missing"),
    [
        ("Покрыты стекло и багаж.", []),
        ("Покрыто стекло [Source 1] [Source 2].", ["Багаж: до 300 долларов"]),
        ("Glass is covered [Source 1], luggage too [Source 2].", []),
        ("Glass is covered [Source 1].", ["Багаж: до 300 долларов"]),
    ],
)
def test_facts_are_told_by_words_and_in_another_language_by_citations(
    marked: str, missing: list[str]
) -> None:
    left_out = missing_facts(without_markers(marked), RENDERED, FACTS)

    assert [item.content for item in left_out] == missing
