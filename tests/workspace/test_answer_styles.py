"""Default answer styles follow the question's language."""

from workbench.domain.local_text import LANGUAGES
from workbench.domain.plan import QueryPlan
from workbench.workspace.answer_styles import AnswerStyle, builtin_styles, default_styles


def test_every_language_has_a_default_style() -> None:
    assert set(default_styles()) == set(LANGUAGES)
    assert set(default_styles().values()) <= set(builtin_styles())


def test_a_plan_has_no_style_of_its_own() -> None:
    plan = QueryPlan(intents=("A",), confidence=1.0)

    assert plan.answer_style == ""
    assert "answer_style" not in plan.model_dump()


def test_a_style_is_a_prompt_or_a_mapping() -> None:
    assert AnswerStyle.model_validate("Be kind.") == AnswerStyle(prompt="Be kind.")
    short = AnswerStyle.model_validate({"prompt": "One line.", "brief": True})
    assert (short.brief, short.enumerates) == (True, False)
