"""A premise that the sources contradict is corrected, or shown as not said."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from workbench import Workbench
from workbench.domain.run import Run
from workbench.domain.run_summary import shown_confidence

QUESTIONS = yaml.safe_load(Path(__file__).with_name("premise_questions.yaml").read_text("utf-8"))
NOT_SAID = 0.3
"""The confidence below which nothing counts as an answer."""


def cases() -> list[Any]:
    return [
        pytest.param(
            name,
            case,
            id=case.get("en") or case["ru"],
            marks=[pytest.mark.xfail(strict=True, reason=case["missed"])]
            if "missed" in case
            else [],
        )
        for name, asked in QUESTIONS.items()
        for case in asked
    ]


def is_corrected(run: Run, right: str) -> bool:
    """Whether the answer opens with what is wrong, and has the value of the sources."""
    assert run.answer is not None and run.diagnostics is not None
    verdict = run.diagnostics.verdict
    told = run.answer.text.replace("\u00a0", " ").replace("\u202f", " ")
    opened = bool(run.answer.opening) and told.startswith(run.answer.opening)
    has_value = any(value in told for value in right.split("|"))
    return verdict is not None and verdict.label == "corrected" and opened and has_value


def test_twenty_questions_over_both_samples_in_both_languages() -> None:
    asked = [case for cases in QUESTIONS.values() for case in cases]
    assert {name: len(cases) for name, cases in QUESTIONS.items()} == {
        "insurance": 10,
        "portfolio": 10,
    }
    assert sum("ru" in case for case in asked) == sum("en" in case for case in asked) == 10
    assert sum("missed" in case for case in asked) == 1


@pytest.mark.parametrize(("workspace", "case"), cases())
async def test_a_false_premise_is_corrected_or_not_said(
    workspace: str, case: dict[str, str], workbench: Workbench
) -> None:
    run = await workbench.ask(case.get("en") or case["ru"], workspace=workspace)

    assert run.answer is not None
    confidence = shown_confidence(run)
    is_not_said = run.answer.outcome != "answered" or (
        confidence is not None and confidence < NOT_SAID
    )
    assert is_not_said or is_corrected(run, case["right"])


@pytest.mark.parametrize(
    ("workspace", "question"),
    [
        ("insurance", "Why is the windscreen excess of car insurance $100?"),
        ("insurance", "Why do I have to report a car accident within 7 days?"),
        ("insurance", "Why does the Plus plan of car insurance pay for storm and flood?"),
        ("insurance", "Why does the Basic plan of car insurance not pay for storm and flood?"),
        ("insurance", "Why is third party injury unlimited under car insurance Basic?"),
        ("insurance", "Почему франшиза при угоне мотоцикла составляет $450?"),
        ("insurance", "Почему линия автоубытков работает круглосуточно?"),
        ("insurance", "С каких пор подменный автомобиль по плану Premier дают на 14 дней?"),
        ("portfolio", "Since when has Dmitry been working at Aston?"),
        ("portfolio", "Why did Dmitry study at Priozersk Technical University?"),
        ("portfolio", "С какого месяца Дмитрий трудится в СТС-Север?"),
        ("portfolio", "С какого года Дмитрий занимает должность инженера в ТомоСкрине?"),
    ],
)
async def test_a_right_premise_is_not_corrected(
    workspace: str, question: str, workbench: Workbench
) -> None:
    run = await workbench.ask(question, workspace=workspace)

    assert run.answer is not None and run.diagnostics is not None
    assert run.answer.opening == ""
    assert run.diagnostics.verdict is not None
    assert run.diagnostics.verdict.label == "answered"


async def test_the_value_that_is_corrected_is_no_claim(workbench: Workbench) -> None:
    run = await workbench.ask(
        "Why is the windscreen excess of car insurance $250?", workspace="insurance"
    )

    assert run.answer is not None and run.diagnostics is not None
    assert "$250" in run.answer.opening
    assert run.diagnostics.grounding.score == 1.0
    assert not any(claim.is_doubtful for claim in run.diagnostics.claims)
