"""A confidence term is one file and one line: in the steps, the constants and the panel's data."""

from typing import Any

import pytest

from tests.support.growth import GrownProject, grow

ADDED = {
    "workbench/checks/diagnostics/confidence/terms/agreement.py": '''\
"""agreement: sources that differ much in relevance lower the confidence."""

from workbench.checks.diagnostics.confidence.terms.base import (
    Constant,
    Constants,
    Factor,
    ScoredAnswer,
    StepWords,
    Term,
)


def agreement(answer: ScoredAnswer, constants: Constants) -> Factor:
    """1 where all sources are alike; the penalty where the best is far above the worst."""
    spread = max(answer.relevances) - min(answer.relevances)
    return Factor("agreement", 1.0 - spread * constants["spread_penalty"], f"{spread:.2f}")


TERM = Term(
    origin="docs/formulas.md, Confidence",
    factor=agreement,
    steps={
        "agreement": StepWords(
            {"ru": "Согласие источников", "en": "Agreement of sources"},
            {"ru": "разброс {value}", "en": "spread {value}"},
        )
    },
    constants={
        "spread_penalty": Constant(
            0.5, 0.0, 1.0, {"ru": "Штраф за разброс", "en": "Penalty for spread"}
        )
    },
)
'''
}
REGISTRY = "workbench/checks/diagnostics/confidence/terms/__init__.py"
REGISTERED = '        "agreement",'


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    grown: GrownProject = grow(tmp_path_factory.mktemp("grown"), ADDED, REGISTRY, REGISTERED)
    value: dict[str, Any] = grown.value(
        """
from workbench import Workbench
from workbench.checks.diagnostics.confidence.config import CONSTANTS
from workbench.checks.diagnostics.confidence.formula import STEP_WORDS
from workbench.domain.answer import AskOptions
context = [{"text": "Orlova painted the Bridge.", "score": 0.9}, {"text": "Tea.", "score": 0.5}]
options = AskOptions(confidence_config={"spread_penalty": 1.0})
bench = Workbench.open().sync
runs = [bench.generate("Who painted the Bridge?", context, options=o) for o in (None, options)]
seen = {
    "steps": [run.diagnostics.confidence.model_dump() for run in runs],
    "constant": CONSTANTS["spread_penalty"].label["en"],
    "label": STEP_WORDS["agreement"].label["ru"],
}
"""
    )
    return value


def test_it_is_a_step_that_reproduces_the_score(seen: dict[str, Any]) -> None:
    steps = {step["name"]: step for step in seen["steps"][0]["steps"]}
    assert steps["agreement"]["factor"] == pytest.approx(0.8)
    assert steps["agreement"]["detail"] == "0.40"
    product = 1.0
    for step in seen["steps"][0]["steps"]:
        product *= step["factor"]
    assert product == pytest.approx(seen["steps"][0]["score"])


def test_its_constant_can_be_set_for_a_question(seen: dict[str, Any]) -> None:
    changed = seen["steps"][1]
    steps = {step["name"]: step["factor"] for step in changed["steps"]}
    assert steps["agreement"] == pytest.approx(0.6)
    assert changed["changed_constants"] == {"spread_penalty": 1.0}


def test_the_panel_has_its_words(seen: dict[str, Any]) -> None:
    assert seen["label"] == "Согласие источников"
    assert seen["constant"] == "Penalty for spread"
