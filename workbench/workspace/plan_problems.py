"""Create PlanProblems: English text for the model that repairs the plan, a code for translation."""

from typing import Literal, TypeAlias

from workbench.domain.plan import PlanProblem
from workbench.i18n.errors import Word, localized

Layer: TypeAlias = Literal["json", "shape", "vocabulary", "policy"]


def problem(layer: Layer, path: str, code: str, **words: Word) -> PlanProblem:
    """Return a reason to reject a plan; the planner's ``messages.yaml`` has its text."""
    text = localized(f"planner.{code}", **words)
    return PlanProblem(
        path=path,
        code=code,
        message=text["message"],
        suggestion=text["hint"],
        words=words,
        layer=layer,
    )


def warning(layer: Layer, path: str, code: str, **words: Word) -> PlanProblem:
    """Return a problem that does not prevent the plan from running."""
    return problem(layer, path, code, **words).model_copy(update={"severity": "warning"})
