"""A question has the same entities, calls and facts in Russian and in English."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from workbench import Workbench
from workbench.domain.run import Run

PAIRS = yaml.safe_load(Path(__file__).with_name("parity_questions.yaml").read_text("utf-8"))


def understood(run: Run) -> dict[str, Any]:
    """What a run recognised, called and found, without the words of the question."""
    assert run.plan is not None
    assert run.facts is not None
    return {
        "entities": sorted(entity.canonical_id for entity in run.entities),
        "calls": [
            (call.tool, call.args.model_dump(exclude={"query", "words"}))
            for call in run.plan.tool_calls
        ],
        "facts": {fact.id for fact in run.facts.items},
    }


def test_sixty_questions_of_both_samples_are_compared() -> None:
    assert {name: len(pairs) for name, pairs in PAIRS.items()} == {"portfolio": 30, "insurance": 30}


@pytest.mark.parametrize(
    ("workspace", "ru", "en"),
    [
        pytest.param(name, pair["ru"], pair["en"], id=pair["en"])
        for name, pairs in PAIRS.items()
        for pair in pairs
    ],
)
async def test_both_languages_give_the_same_entities_calls_and_facts(
    workspace: str, ru: str, en: str, workbench: Workbench
) -> None:
    russian = await workbench.ask(ru, workspace=workspace)
    english = await workbench.ask(en, workspace=workspace)

    assert (russian.language, english.language) == ("ru", "en")
    assert understood(russian) == understood(english)
    assert understood(russian)["facts"]
