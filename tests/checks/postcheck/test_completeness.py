"""Which of the facts shown an answer leaves out."""

from dataclasses import replace

import pytest

from tests.support.insurance_workspace import fact, payload, plan, workspace
from workbench.checks.postcheck.completeness import incomplete, missing_facts
from workbench.checks.postcheck.inspection import Inspection
from workbench.domain.answer import Answer
from workbench.domain.question import Question
from workbench.rendering import render
from workbench.text.citation_marks import without_markers
from workbench.text.draft import Draft
from workbench.workspace.answer_styles import AnswerStyle

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


def own_style(policy: dict[str, bool]) -> Inspection:
    """An inspection of a plan in a style of the workspace's own with the given policy."""
    opened = workspace()
    styles = {"OWN": AnswerStyle(prompt="Write it our way.", **policy)}
    spec = opened.spec.model_copy(update={"answer_styles": styles})
    asked = Question(raw="Стекло", text="Что со стеклом?", language="ru")
    return Inspection(
        facts=FACTS,
        rendered=RENDERED,
        workspace=replace(opened, spec=spec),
        question=asked,
        plan=plan().model_copy(update={"answer_style": "OWN"}),
    )


@pytest.mark.parametrize(
    ("policy", "fix"), [({}, "flag"), ({"enumerates": True}, "replace"), ({"brief": True}, None)]
)
def test_a_style_of_the_workspace_has_the_policy_of_its_data(
    policy: dict[str, bool], fix: str | None
) -> None:
    inspection = own_style(policy)
    marked = "Покрыто стекло [Source 1]."
    answer = Answer(text=marked, marked=marked, model="compatible:m")
    found = incomplete(Draft(answer), inspection)
    assert (found and found.fix) == fix


def test_a_fact_is_not_told_by_words_that_it_shares_with_another_one() -> None:
    facts = payload(
        fact("Прогулка — Лодка: Basic 40 долларов за день; Plus 60 долларов за день"),
        fact("Поход — Лодка: Basic 45 долларов за день; Plus 65 долларов за день"),
    )
    rendered = render(plan(), facts, workspace(), "ru")
    marked = "Прогулка — Лодка: Basic 40 долларов за день; Plus 60 долларов за день [Source 1]."

    left_out = missing_facts(without_markers(marked), rendered, facts)

    assert [item.content.split(" ")[0] for item in left_out] == ["Поход"]
