"""Check the fields, types and ranges of a QueryPlan (the first layer of validation)."""

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from workbench.domain.plan import (
    Fallback,
    FallbackCondition,
    Limits,
    PlanEntity,
    PlanProblem,
    QueryPlan,
    ToolCall,
    kinds_of_args,
)
from workbench.domain.schema_versions import PLAN, upgrade_record
from workbench.i18n.errors import Word
from workbench.render_styles import RENDER_STYLES
from workbench.workspace.nearest_name import nearest
from workbench.workspace.plan_problems import problem

_CODES = {
    "missing": "missing_field",
    "extra_forbidden": "unknown_field",
    "enum": "unknown_value",
    "literal_error": "unknown_value",
    "union_tag_invalid": "unknown_value",
    "union_tag_not_found": "missing_field",
    "greater_than_equal": "out_of_range",
    "less_than_equal": "out_of_range",
}
_PARTS: tuple[type[BaseModel], ...] = (QueryPlan, PlanEntity, ToolCall, Fallback, Limits)
_CHOICES: Mapping[str | int, Collection[str]] = {
    "render_style": tuple(RENDER_STYLES),
    "when": tuple(FallbackCondition),
    "scope": ("in_scope", "off_topic"),
}
"""Fields with a fixed set of values."""
# The values that pydantic lists in an error: "'list' or 'count'".
_QUOTED = re.compile(r"'([^']*)'")
_WORDS = frozenset(word for words in _CHOICES.values() for word in words)
_WANTED = {
    "string_type": "text",
    "float_type": "number",
    "int_type": "whole_number",
    "int_from_float": "whole_number",
    "bool_type": "boolean",
    "list_type": "list",
    "tuple_type": "list",
    "dict_type": "object",
    "model_type": "object",
    "model_attributes_type": "object",
}


def read_shape(data: Mapping[str, Any]) -> tuple[QueryPlan | None, tuple[PlanProblem, ...]]:
    """Parse a plan and return it with its problems; a null field counts as omitted.

    A plan of an earlier schema version is upgraded; one without a version is of the current one.
    If only some fields are invalid, the plan is returned without them, so that the other layers
    report their problems in the same pass. An invalid or missing ``confidence``, which has no
    default, becomes 0 in that plan.
    """
    data = without_nulls(data)
    if "schema_version" in data:
        with suppress(
            ValueError
        ):  # invalid or newer version: reported below as a problem of the field
            data = upgrade_record(data, PLAN)
    plan, problems = _read(data)
    if problems:
        pruned = _pruned(data, [problem.path for problem in problems])
        plan, _ = _read({"confidence": 0.0, **pruned})
    return plan, problems


def _read(data: Mapping[str, Any]) -> tuple[QueryPlan | None, tuple[PlanProblem, ...]]:
    found = {problem.path: problem for problem in _unknown_style(data)}
    try:
        text = json.dumps(data, ensure_ascii=False)
        plan = QueryPlan.model_validate_json(text, strict=True)
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            problem = _problem(detail, data)
            found.setdefault(problem.path, problem)
        return None, tuple(found.values())
    return (None, tuple(found.values())) if found else (plan, ())


def _unknown_style(data: Mapping[str, Any]) -> Iterator[PlanProblem]:
    """Check the render style against the registry, which the type of the field does not cover."""
    style = data.get("render_style")
    if isinstance(style, str) and style not in RENDER_STYLES:
        words = _choice(style, _CHOICES["render_style"])
        yield problem("shape", "$.render_style", "unknown_value", **words)


def _pruned(value: Any, paths: Collection[str], path: str = "$") -> Any:
    """Return a copy of JSON data without the values at the given paths."""
    if isinstance(value, Mapping):
        return {
            key: _pruned(one, paths, f"{path}.{key}")
            for key, one in value.items()
            if f"{path}.{key}" not in paths
        }
    if isinstance(value, list):
        return [
            _pruned(one, paths, f"{path}[{at}]")
            for at, one in enumerate(value)
            if f"{path}[{at}]" not in paths
        ]
    return value


def without_nulls(value: Any) -> Any:
    """Return a copy without null fields, which strict structured output writes for omitted ones."""
    if isinstance(value, Mapping):
        return {key: without_nulls(one) for key, one in value.items() if one is not None}
    if isinstance(value, list):
        return [without_nulls(one) for one in value]
    return value


def _problem(detail: ErrorDetails, data: Any) -> PlanProblem:
    code = _CODES.get(detail["type"], "wrong_type")
    path = json_path(detail["loc"], data, missing=code == "missing_field")
    return problem("shape", path, code, **_WORDS_OF[code](detail))


def _field(detail: ErrorDetails) -> dict[str, Word]:
    name = str(detail["loc"][-1])
    misplaced = name in _fields()
    return {"field": name} if misplaced else {"field": name, **_close(name, _fields())}


def _fields() -> frozenset[str]:
    """The field names of all parts of a plan."""
    parts = (*_PARTS, *kinds_of_args())
    return frozenset(name for part in parts for name in part.model_fields)


def _missing(detail: ErrorDetails) -> str:
    """Return the missing field: that of the error, or the discriminator of a union."""
    told_by = detail.get("ctx", {}).get("discriminator")
    return str(told_by).strip("'") if told_by else str(detail["loc"][-1])


def _value(detail: ErrorDetails) -> dict[str, Word]:
    context = detail.get("ctx", {})
    if "expected_tags" in context:
        return _choice(str(context["tag"]), _QUOTED.findall(str(context["expected_tags"])))
    if "expected" in context:
        return _choice(str(detail["input"]), _QUOTED.findall(str(context["expected"])))
    choices = next(_CHOICES[part] for part in reversed(detail["loc"]) if part in _CHOICES)
    return _choice(str(detail["input"]), choices)


def _choice(value: str, choices: Collection[str]) -> dict[str, Word]:
    known = _WORDS if set(choices) <= _WORDS else {*choices}
    close = _close(value.upper() if known is _WORDS else value, known)
    return {"value": value, "allowed": ", ".join(choices), **close}


def _limits(detail: ErrorDetails) -> dict[str, Word]:
    ends = detail.get("ctx", {})
    return {name: int(ends[key]) for key, name in (("ge", "lower"), ("le", "upper")) if key in ends}


def _wanted(detail: ErrorDetails) -> dict[str, Word]:
    return {"wanted": _WANTED.get(detail["type"], "other")}


def _close(name: str, known: Collection[str]) -> dict[str, Word]:
    close = nearest(name, known)
    return {"close": close} if close else {}


_WORDS_OF: Mapping[str, Callable[[ErrorDetails], dict[str, Word]]] = {
    "missing_field": lambda detail: {"field": _missing(detail)},
    "unknown_field": _field,
    "unknown_value": _value,
    "out_of_range": _limits,
    "wrong_type": _wanted,
}


def json_path(location: tuple[int | str, ...], data: Any, *, missing: bool = False) -> str:
    """Convert pydantic's error location to a JSON path, leaving out the members of unions."""
    path, here = "$", data
    for at, part in enumerate(location):
        last = at == len(location) - 1
        if isinstance(here, Mapping) and (part in here or (missing and last)):
            path, here = f"{path}.{part}", here.get(str(part))
        elif isinstance(here, list) and isinstance(part, int) and part < len(here):
            path, here = f"{path}[{part}]", here[part]
    return path
