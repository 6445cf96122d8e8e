"""A model's answer that says only that the sources hold none is a refusal, not a claim."""

from pathlib import Path

import pytest

from tests.support.insurance_workspace import fact, payload, plan, question, workspace
from workbench.checks.grounding.verdicts import Calibration
from workbench.checks.postcheck.check_answer import check_answer
from workbench.checks.postcheck.inspection import Inspection
from workbench.domain.answer import Outcome
from workbench.domain.diagnostics import Finding
from workbench.rendering import render
from workbench.text.draft import Draft

FACTS = payload(fact("Glass is covered up to $500"))


async def outcome(marked: str, *, is_of_model: bool = True) -> Outcome:
    async def rewrite(_: tuple[Finding, ...]) -> Draft:
        return Draft.of(marked)

    draft, _ = await check_answer(
        Draft.of(marked),
        Inspection(
            facts=FACTS,
            rendered=render(plan(), FACTS, workspace(), "en"),
            workspace=workspace(Path("nowhere")),
            question=question("What is the salary of the manager?"),
        ),
        rewrite=rewrite if is_of_model else None,
        fallback=lambda draft: draft,
        fits=lambda _: True,
        calibration=Calibration(),
    )
    return draft.answer.outcome


@pytest.mark.parametrize(
    "said",
    [
        "The documents do not say.",
        "The sources do not say what the salary of the manager is.",
        "This is not stated in the documents.",
        "I could not find this in the sources.",
        "В документах этого нет.",
        "О зарплате в источниках ничего не сказано.",
    ],
)
async def test_an_answer_that_only_reports_absence_refuses(said: str) -> None:
    assert await outcome(said) == "no_answer"


@pytest.mark.parametrize(
    "said",
    [
        "The sources do not say it. Glass is covered up to $500 [Source 1].",
        "The sources do not say it. The manager earns well.",
        "Glass is covered up to $500 [Source 1].",
    ],
)
async def test_an_answer_that_states_something_does_not_refuse(said: str) -> None:
    assert await outcome(said) == "answered"


async def test_what_no_model_wrote_keeps_its_outcome() -> None:
    assert await outcome("This is not stated in the documents.", is_of_model=False) == "answered"
