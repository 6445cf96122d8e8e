"""A plan as it arrives (text, mapping or value) becomes plain JSON data, or a reason why not."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, NoReturn

from pydantic import BaseModel

from workbench.domain.plan import PlanProblem

DEEPEST = 40
LARGEST = 20_000
"""So many values a plan may hold; no real one comes near."""
LONGEST_NUMBER = 40
_FENCED = re.compile(r"^```[\w-]*\s*\n(.*?)\n?```$", re.DOTALL)


class _RefusedError(Exception):
    """Carries the problem out of the JSON reader's hooks."""

    def __init__(self, problem: PlanProblem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def parse(raw: object) -> tuple[dict[str, Any] | None, tuple[PlanProblem, ...]]:
    """The plan as a JSON object; None together with the reason where there is none."""
    try:
        data = _read(raw) if isinstance(raw, str) else _plain(raw, "$", 0, iter(range(LARGEST)))
    except _RefusedError as refused:
        return None, (refused.problem,)
    except RecursionError:
        return None, (_problem("$", "too_deep", "The plan is nested too deeply to be read."),)
    if not isinstance(data, dict):
        said = f"A plan is a JSON object; this is {_kind(data)}."
        return None, (_problem("$", "not_an_object", said),)
    return data, ()


def _read(text: str) -> Any:
    text = text.lstrip("\ufeff").strip()
    fenced = _FENCED.match(text)
    if fenced:
        text = fenced.group(1)
    try:
        data = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_decimal,
            parse_constant=_no_number,
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise _RefusedError(
            _problem("$", "invalid_json", f"Not JSON: {error.msg} ({where}).")
        ) from error
    return _plain(data, "$", 0, iter(range(LARGEST)))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _RefusedError(_problem("$", "duplicate_key", f"The key «{key}» is given twice."))
        found[key] = value
    return found


def _integer(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        said = f"A number of {len(digits)} digits is not a plan's."
        raise _RefusedError(_problem("$", "number_too_long", said))
    return int(digits)


def _decimal(digits: str) -> float:
    number = float(digits)
    return number if math.isfinite(number) else _no_number(digits[:LONGEST_NUMBER])


def _no_number(said: str) -> NoReturn:
    raise _RefusedError(_problem("$", "not_a_number", f"{said} is not a number that JSON knows."))


def _plain(value: object, path: str, depth: int, budget: Iterator[int]) -> Any:
    """A copy of lists, objects and scalars alone; anything else is refused with its path."""
    if depth > DEEPEST:
        raise _RefusedError(_problem(path, "too_deep", "The plan is nested too deeply to be read."))
    if next(budget, None) is None:
        raise _RefusedError(
            _problem("$", "too_large", f"A plan has no more than {LARGEST} values.")
        )
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
        said = f"A key is a string; this is {_kind(key)}."
        raise _RefusedError(_problem(path, "bad_key", said))
    return str(_scalar(key, path))


def _scalar(value: object, path: str) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        if any("\ud800" <= char <= "\udfff" for char in value):
            raise _RefusedError(_problem(path, "bad_text", "The text holds half of a character."))
        return str(value)
    if isinstance(value, int):
        if value.bit_length() > 4 * LONGEST_NUMBER:
            raise _RefusedError(
                _problem(path, "number_too_long", "The number is too long for a plan.")
            )
        return int(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise _RefusedError(_problem(path, "not_a_number", f"{value} is no number JSON knows."))
        return float(value)
    raise _RefusedError(_problem(path, "not_json", f"JSON has no {type(value).__name__}."))


def _kind(value: object) -> str:
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false"}
    return names.get(type(value), "nothing" if value is None else "a number")


def _problem(path: str, code: str, message: str) -> PlanProblem:
    return PlanProblem(path=path, code=code, message=message, layer="json")
