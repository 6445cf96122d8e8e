"""The rules that a model is given, word for word; a change of them is a change of these files."""

from pathlib import Path

import pytest

from tests.support.insurance_workspace import workspace
from workbench.answer.prompt_files import Prompts
from workbench.domain.local_text import LANGUAGES, Language

GOLDEN = Path(__file__).with_name("golden")
JUDGE = Path(__file__).parents[2] / "workbench" / "checks" / "grounding" / "prompts" / "judge.jinja"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_an_answer(language: Language, tmp_path: Path) -> None:
    filled = Prompts(workspace(tmp_path)).fill(
        "rules",
        language,
        require_grounding=True,
        speculation=("probably",),
        gaps=(),
        forbidden=(),
        max_words=200,
    )

    assert f"{filled.strip()}\n" == (GOLDEN / f"rules.{language}.txt").read_text("utf-8")


def test_the_prompt_of_the_judge() -> None:
    assert JUDGE.read_text("utf-8") == (GOLDEN / "judge.txt").read_text("utf-8")
