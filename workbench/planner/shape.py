"""The first layer of validation: fields, types and ranges of a QueryPlan."""

import json
from collections.abc import Collection, Mapping
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from workbench.domain.plan import (
    Fallback,
    FallbackCondition,
    GraphArgs,
    Limits,
    PlanEntity,
    PlanProblem,
    QueryPlan,
    RenderStyle,
    SearchArgs,
    ToolCall,
)
from workbench.workspace.names import nearest

_CODES = {
    "missing": "missing_field",
    "extra_forbidden": "unknown_field",
    "enum": "unknown_value",
    "literal_error": "unknown_value",
    "greater_than_equal": "out_of_range",
    "less_than_equal": "out_of_range",
}
_PARTS: tuple[type[BaseModel], ...] = (
    QueryPlan, PlanEntity, ToolCall, GraphArgs, SearchArgs, Fallback, Limits,
)  # fmt: skip
_FIELDS = frozenset(name for part in _PARTS for name in part.model_fields)
_WORDS = frozenset([*RenderStyle, *FallbackCondition, "in_scope", "off_topic"])


def read_shape(data: Mapping[str, Any]) -> tuple[QueryPlan | None, tuple[PlanProblem, ...]]:
    """The plan as a value; null stands for a field that is left out.

    Where only some fields are wrong, the plan without them comes beside the problems, so that the
    other layers can have their say at once.
    """
    data = without_nulls(data)
    plan, problems = _read(data)
    if problems:
        pruned = _without(data, [problem.path for problem in problems])
        plan, _ = _read(pruned)
    return plan, problems


def _read(data: Mapping[str, Any]) -> tuple[QueryPlan | None, tuple[PlanProblem, ...]]:
    try:
        text = json.dumps(data, ensure_ascii=False)
        return QueryPlan.model_validate_json(text, strict=True), ()
    except ValidationError as error:
        found: dict[str, PlanProblem] = {}
        for detail in error.errors(include_url=False):
            problem = _problem(detail, data)
            found.setdefault(problem.path, problem)
        return None, tuple(found.values())


def _without(value: Any, paths: Collection[str], path: str = "$") -> Any:
    """The same data without what stands at the paths."""
    if isinstance(value, Mapping):
        return {
            key: _without(one, paths, f"{path}.{key}")
            for key, one in value.items()
            if f"{path}.{key}" not in paths
        }
    if isinstance(value, list):
        return [
            _without(one, paths, f"{path}[{at}]")
            for at, one in enumerate(value)
            if f"{path}[{at}]" not in paths
        ]
    return value


def without_nulls(value: Any) -> Any:
    """The same data without fields that are null: models that must fill every field write null."""
    if isinstance(value, Mapping):
        return {key: without_nulls(one) for key, one in value.items() if one is not None}
    if isinstance(value, list):
        return [without_nulls(one) for one in value]
    return value


def _problem(detail: ErrorDetails, data: Any) -> PlanProblem:
    code = _CODES.get(detail["type"], "wrong_type")
    path = json_path(detail["loc"], data, missing=code == "missing_field")
    return PlanProblem(
        path=path,
        code=code,
        message=_message(code, detail),
        suggestion=_suggestion(code, detail),
        layer="shape",
    )


def _message(code: str, detail: ErrorDetails) -> str:
    if code == "missing_field":
        return "This field is required."
    if code == "unknown_field":
        return f"There is no field «{detail['loc'][-1]}» here."
    return f"{detail['msg']}."


def _suggestion(code: str, detail: ErrorDetails) -> str:
    if code == "unknown_field":
        close = nearest(str(detail["loc"][-1]), _FIELDS)
    elif code == "unknown_value":
        close = nearest(str(detail["input"]).upper(), _WORDS)
    else:
        close = None
    return f"Did you mean «{close}»?" if close else ""


def json_path(location: tuple[int | str, ...], data: Any, *, missing: bool = False) -> str:
    """A JSON path for pydantic's location, which also names the members of unions."""
    path, here = "$", data
    for at, part in enumerate(location):
        last = at == len(location) - 1
        if isinstance(here, Mapping) and (part in here or (missing and last)):
            path, here = f"{path}.{part}", here.get(str(part))
        elif isinstance(here, list) and isinstance(part, int) and part < len(here):
            path, here = f"{path}[{part}]", here[part]
    return path
