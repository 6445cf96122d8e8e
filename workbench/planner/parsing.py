"""Parse a plan as it arrives (text, mapping or value) into plain JSON data."""

import json
import math
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, NoReturn

from pydantic import BaseModel

from workbench.domain.plan import PlanProblem
from workbench.i18n.errors import Word
from workbench.text.fences import out_of_fence
from workbench.workspace.plan_problems import problem

_EXCERPT = 40
"""Characters of the text after a plan that its problem quotes."""
DEEPEST = 40
"""Levels of nesting allowed in a plan."""
LARGEST = 20_000
"""Values allowed in a plan, far more than real plans have."""
LONGEST_NUMBER = 40
"""Digits allowed in a number."""


class _RefusedError(Exception):
    """Carries the problem out of the JSON reader's hooks."""

    def __init__(self, problem: PlanProblem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def parse(raw: object) -> tuple[dict[str, Any] | None, tuple[PlanProblem, ...]]:
    """Return the plan as JSON data, or None and the problem if it is not a JSON object."""
    try:
        data = _read(raw) if isinstance(raw, str) else _plain(raw, "$", 0, iter(range(LARGEST)))
    except _RefusedError as refused:
        return None, (refused.problem,)
    except RecursionError:
        return None, (problem("json", "$", "too_deep"),)
    if not isinstance(data, dict):
        return None, (problem("json", "$", "not_an_object", kind=_kind(data)),)
    return data, ()


def _read(text: str) -> Any:
    """Parse a JSON text, which may be in a code fence.

    >>> _read('{"intents": []}')
    {'intents': []}
    """
    text = text.lstrip("\ufeff").strip()
    if not text:
        raise _refused("$", "empty_plan")
    text = out_of_fence(text)
    try:
        data = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_decimal,
            parse_constant=_no_number,
        )
    except json.JSONDecodeError as error:
        where: dict[str, Word] = {"line": error.lineno, "column": error.colno}
        if error.msg == "Extra data":
            excerpt = " ".join(text[error.pos :].split())[:_EXCERPT]
            raise _refused("$", "trailing_text", excerpt=excerpt, **where) from error
        raise _refused("$", "invalid_json", reason=error.msg, **where) from error
    return _plain(data, "$", 0, iter(range(LARGEST)))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _refused("$", "duplicate_key", key=key)
        found[key] = value
    return found


def _integer(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise _refused("$", "number_too_long")
    return int(digits)


def _decimal(digits: str) -> float:
    number = float(digits)
    return number if math.isfinite(number) else _no_number(digits[:LONGEST_NUMBER])


def _no_number(text: str) -> NoReturn:
    raise _refused("$", "not_a_number", value=text)


def _plain(value: object, path: str, depth: int, budget: Iterator[int]) -> Any:
    """Copy a value as plain lists, dicts and scalars; raise a problem with its path for others."""
    if depth > DEEPEST:
        raise _refused(path, "too_deep")
    if next(budget, None) is None:
        raise _refused("$", "too_large", limit=LARGEST)
    if isinstance(value, BaseModel):
        value = value.model_dump(mode="json")
    if isinstance(value, Mapping):
        return {
            _key(key, path): _plain(member, f"{path}.{key}", depth + 1, budget)
            for key, member in value.items()
        }
    if isinstance(value, list | tuple):
        return [_plain(v, f"{path}[{at}]", depth + 1, budget) for at, v in enumerate(value)]
    return _scalar(value.value if isinstance(value, Enum) else value, path)


def _key(key: object, path: str) -> str:
    if not isinstance(key, str):
        raise _refused(path, "bad_key", kind=_kind(key))
    return str(_scalar(key, path))


def _scalar(value: object, path: str) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        if any("\ud800" <= char <= "\udfff" for char in value):
            raise _refused(path, "bad_text")
        return str(value)
    if isinstance(value, int):
        if value.bit_length() > 4 * LONGEST_NUMBER:
            raise _refused(path, "number_too_long")
        return int(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise _refused(path, "not_a_number", value=str(value))
        return float(value)
    raise _refused(path, "not_json", type=type(value).__name__)


def _kind(value: object) -> str:
    names = {dict: "object", list: "list", str: "text", bool: "boolean"}
    return names.get(type(value), "nothing" if value is None else "number")


def _refused(path: str, code: str, **words: Word) -> _RefusedError:
    return _RefusedError(problem("json", path, code, **words))
