"""A structured answer stays JSON through the post-check; its strings are checked all the same."""

import json

from tests.checks.postcheck.test_enforce_grounding import FACTS, QUESTION, RENDERED
from workbench.checks.postcheck.correction import correct
from workbench.checks.postcheck.inspection import Inspection
from workbench.domain.answer import Answer
from workbench.text.draft import Draft
from workbench.workspace import Workspace


async def test_lists_and_numbers_of_a_structured_answer_survive(museum: Workspace) -> None:
    said = {"answer": "$100 [Source 1]", "sources_used": [1], "key_facts": [], "limitations": None}

    draft, findings = await correct(
        Draft(Answer(text="", marked=json.dumps(said))),
        Inspection(
            facts=FACTS,
            rendered=RENDERED,
            workspace=museum,
            question=QUESTION,
        ),
    )

    assert json.loads(draft.answer.marked) == said
    assert findings == ()


async def test_a_leak_inside_a_string_is_mended(museum: Workspace) -> None:
    said = {"answer": "The excess is $100 (confidence: 0.93).", "sources_used": [1]}

    draft, findings = await correct(
        Draft(Answer(text="", marked=json.dumps(said))),
        Inspection(
            facts=FACTS,
            rendered=RENDERED,
            workspace=museum,
            question=QUESTION,
        ),
    )

    assert "confidence" not in json.loads(draft.answer.marked)["answer"]
    assert [finding.code for finding in findings] == ["confidence_leak"]
