"""Objects of a schema: filled from a model's reply, and taken out of a finished answer."""

import json
import math
from collections.abc import Sequence
from functools import partial
from typing import Any

from pydantic import BaseModel, ValidationError

from workbench.answer.markers import in_form
from workbench.answer.schemas import Schemas, Structured, schema_named, validated
from workbench.domain.answer import Answer, AskOptions, Audience, Format
from workbench.errors import InputError
from workbench.language.errors import worded
from workbench.language.markers import find_markers, without_markers
from workbench.language.structured import in_strings


def schema_of(options: AskOptions, schemas: Schemas) -> type[BaseModel] | None:
    """The shape the answer must have; None for free text.

    Raises:
        InputError: the options name a schema that there is not.
    """
    if options.output_schema:
        return schema_named(options.output_schema, schemas)
    return schemas["PlainJson"] if options.format is Format.JSON else None


def filled_json(schema: type[BaseModel], reply: str, provided: int) -> str:
    """A model's reply as JSON that fills the class: its own words and fields, markers canonical.

    It is never written from the object it fills: a class may read other names than it writes.

    Args:
        schema: what is filled. A marker is taken out where it has no room for one: of a date, an
            enum, a pattern.
        reply: JSON, as the model wrote it.
        provided: how many sources there were; a built-in schema lists no other.

    Raises:
        ValidationError: the reply is not JSON, or does not satisfy the schema.
    """
    said = json.loads(_filling(schema, reply), parse_constant=_no_number, parse_float=_finite)
    text = in_strings(said, in_form)
    filled = validated(schema, text)
    if not isinstance(filled, Structured):
        return text
    text = in_strings(said, partial(in_form, sources=provided))
    numbers = (number for number, _, _ in find_markers(text))
    cited = [number for number in numbers if 1 <= number <= provided]
    return in_strings({**json.loads(text), **filled.agreeing(cited, provided)}, in_form)


def _finite(digits: str) -> float | None:
    number = float(digits)
    return number if math.isfinite(number) else None


def _no_number(_: str) -> None:
    """JSON has no NaN and no Infinity: a number that must be there is missing then."""


def structured_answer(
    answer: Answer | None, options: AskOptions, schemas: Schemas
) -> BaseModel | None:
    """The object an answer fills, as its reader sees it; see ``Workbench.structured``.

    Raises:
        InputError: no schema was asked for, or there is no answer that satisfies it.
    """
    schema = schema_of(options, schemas)
    if schema is None:
        raise InputError(**worded("answer.no_schema_asked"))
    if answer is None:
        raise InputError(**worded("answer.run_without_answer"))
    if answer.outcome != "answered":
        return None
    clean = options.audience is Audience.CUSTOMER
    try:
        return validated(schema, answer.text if clean else answer.marked)
    except ValidationError as error:
        raise InputError(
            **worded("answer.schema_lost", schema=schema.__name__, detail=_first(error))
        ) from error


def _filling(schema: type[BaseModel], reply: str) -> str:
    """The reply, or the reply without the markers that keep it from filling the class."""
    try:
        validated(schema, reply)
    except ValidationError as error:
        places = [one["loc"] for one in error.errors(include_url=False, include_context=False)]
        unmarked = _without_markers_at(places, reply)
        if unmarked is None:
            raise
        validated(schema, unmarked)
        return unmarked
    return reply


def _without_markers_at(places: Sequence[tuple[int | str, ...]], reply: str) -> str | None:
    """The reply without the markers in the strings at these places; None if there are none."""
    try:
        data = json.loads(reply)
    except (ValueError, RecursionError):
        return None
    found = [_unmarked(data, place) for place in places]
    return json.dumps(data) if any(found) else None


def _unmarked(data: Any, place: tuple[int | str, ...]) -> bool:
    """Take the markers out of one string; pydantic's places also name members of unions."""
    holder: Any = None
    key: Any = None
    value = data
    for step in place:
        if _has(value, step):
            holder, key, value = value, step, value[step]
    if holder is None or not isinstance(value, str) or next(find_markers(value), None) is None:
        return False
    holder[key] = without_markers(value).text
    return True


def _has(value: Any, step: int | str) -> bool:
    if isinstance(value, list):
        return isinstance(step, int) and 0 <= step < len(value)
    return isinstance(value, dict) and step in value


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    path = "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in first["loc"])
    return f"${path}: {first['msg']}"
