"""Objects of a schema: filled from a model's reply, and taken out of a finished answer."""

import json
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from workbench.answer.markers import canonical
from workbench.answer.schemas import Schemas, Structured, schema_named
from workbench.domain.answer import Answer, AskOptions, Audience, Format
from workbench.errors import InputError
from workbench.language.markers import find_markers, without_markers


def schema_of(options: AskOptions, schemas: Schemas) -> type[BaseModel] | None:
    """The shape the answer must have; None for free text.

    Raises:
        InputError: the options name a schema that there is not.
    """
    if options.output_schema:
        return schema_named(options.output_schema, schemas)
    return schemas["PlainJson"] if options.format is Format.JSON else None


def filled_json(schema: type[BaseModel], reply: str, provided: int) -> str:
    """A model's reply as the JSON of the object it fills, which fills it again; markers canonical.

    Args:
        schema: what is filled. A marker is taken out where it has no room for one: of a date, an
            enum, a pattern.
        reply: JSON, as the model wrote it.
        provided: how many sources there were; a built-in schema lists no other.

    Raises:
        ValidationError: the reply is not JSON, or does not satisfy the schema.
    """
    filled = _fill(schema, reply)
    text = canonical(_json(filled))
    if isinstance(filled, Structured):
        numbers = (number for number, _, _ in find_markers(text))
        cited = [number for number in numbers if 1 <= number <= provided]
        text = canonical(_json(filled.agreeing(cited, provided)))
    schema.model_validate_json(text)
    return text


def _json(filled: BaseModel) -> str:
    return filled.model_dump_json(indent=2, by_alias=True, round_trip=True)


def structured_answer(
    answer: Answer | None, options: AskOptions, schemas: Schemas
) -> BaseModel | None:
    """The object an answer fills, as its reader sees it; see ``Workbench.structured``.

    Raises:
        InputError: no schema was asked for, or there is no answer that satisfies it.
    """
    schema = schema_of(options, schemas)
    if schema is None:
        raise InputError(
            "The question was not asked for a schema.", hint="Ask with AskOptions(schema=...)."
        )
    if answer is None:
        raise InputError("The run has no answer.", hint="Its failure says why.")
    if answer.outcome != "answered":
        return None
    clean = options.audience is Audience.CUSTOMER
    try:
        return schema.model_validate_json(answer.text if clean else answer.marked)
    except ValidationError as error:
        raise InputError(
            f"The answer does not satisfy «{schema.__name__}»: {_first(error)}",
            hint="It was replaced or mended after the model wrote it; see the run's findings.",
        ) from error


def _fill(schema: type[BaseModel], reply: str) -> BaseModel:
    try:
        return schema.model_validate_json(reply)
    except ValidationError as error:
        places = [one["loc"] for one in error.errors(include_url=False, include_context=False)]
        unmarked = _without_markers_at(places, reply)
        if unmarked is None:
            raise
    return schema.model_validate_json(unmarked)


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
