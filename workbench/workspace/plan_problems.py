"""A plan's problems: English for the model that repairs it, a code and words for any reader."""

from typing import Literal, TypeAlias

from workbench.domain.plan import PlanProblem
from workbench.i18n.errors import Word, localized

Layer: TypeAlias = Literal["json", "shape", "vocabulary", "policy"]


def problem(layer: Layer, path: str, code: str, **words: Word) -> PlanProblem:
    """A reason to refuse a plan; ``messages.yaml`` has its sentences under the code."""
    told = localized(f"planner.{code}", **words)
    return PlanProblem(
        path=path,
        code=code,
        message=told["message"],
        suggestion=told["hint"],
        words=words,
        layer=layer,
    )


def warning(layer: Layer, path: str, code: str, **words: Word) -> PlanProblem:
    """A remark on a plan that runs all the same."""
    return problem(layer, path, code, **words).model_copy(update={"severity": "warning"})
