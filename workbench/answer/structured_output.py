"""Validate a model's reply against a schema, and parse finished structured answers."""

import json
import math
from functools import partial
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import InitErrorDetails

from workbench.answer.output_schemas import (
    Schemas,
    Structured,
    empty_reply_error,
    schema_named,
    validated,
)
from workbench.domain.answer import Answer, AskOptions, Audience, Format
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.text import parse
from workbench.text.citation_marks import without_markers
from workbench.text.has_content import has_content
from workbench.text.json_text import ANSWER, in_strings, object_text, strings
from workbench.text.marker_forms import in_form

_MOST_PROBLEMS = 20
"""Validation errors reported to the model, at most."""
_ABSENT = object()


def schema_of(options: AskOptions, schemas: Schemas) -> type[BaseModel] | None:
    """Return the schema of the answer; None for free text.

    Raises:
        InputError: the options name an unknown schema.
    """
    if options.output_schema:
        return schema_named(options.output_schema, schemas)
    return schemas["PlainJson"] if options.format is Format.JSON else None


def filled_json(schema: type[BaseModel], reply: str, provided: int) -> str:
    """Return a model's reply as JSON that satisfies the schema, with canonical markers.

    The reply's JSON is kept, not dumped from the object: a class may have validation aliases.

    Args:
        schema: the class to fill. Markers are removed from values that cannot hold them (a date,
            an enum, a pattern), and fields that it forbids are removed.
        reply: JSON as the model wrote it, bare or in prose.
        provided: how many sources there were; a built-in schema lists no others.

    Raises:
        ValidationError: the reply is not JSON, does not satisfy the schema, or has no content.
    """
    allowed = _allowed_json(schema, object_text(reply))
    data = json.loads(allowed, parse_constant=_as_null, parse_float=_finite)
    _require_words(schema, data)
    text = in_strings(data, in_form)
    filled = validated(schema, text)
    if not isinstance(filled, Structured):
        return text
    text = in_strings(data, partial(in_form, sources=provided))
    cited = [mark.number for mark in parse(text).marks if 1 <= mark.number <= provided]
    return in_strings({**json.loads(text), **filled.source_numbers(cited, provided)}, in_form)


def schema_problems(error: ValidationError) -> list[str]:
    """Return the schema violations with their JSON paths, for the repair request."""
    errors = error.errors(include_url=False, include_context=False, include_input=False)
    return [f"{_path(one['loc'])}: {one['msg']}" for one in errors[:_MOST_PROBLEMS]]


def _require_words(schema: type[BaseModel], data: dict[str, Any]) -> None:
    """Raise a ValidationError if every text of an answer is empty; numbers alone are accepted.

    Empty texts that equal the field's default are ignored. If the class has an ``answer`` field,
    only that field counts.
    """
    fields = schema.model_fields.items()
    empty_defaults = {field.alias or name for name, field in fields if field.default == ""}
    relevant = {name: value for name, value in data.items() if value or name not in empty_defaults}
    texts = list(strings(relevant.get(ANSWER, relevant)))
    if not any(has_content(text) for text in texts) and (texts or not _has_value(relevant)):
        problem = InitErrorDetails(type=empty_reply_error(), loc=(), input=None)
        raise ValidationError.from_exception_data(schema.__name__, [problem])


def _has_value(value: Any) -> bool:
    if isinstance(value, dict | list):
        return any(map(_has_value, value.values() if isinstance(value, dict) else value))
    return value is not None


def _finite(digits: str) -> float | None:
    number = float(digits)
    return number if math.isfinite(number) else None


def _as_null(_: str) -> None:
    """Read NaN and Infinity, which JSON does not have, as null."""


def structured_answer(
    answer: Answer | None, options: AskOptions, schemas: Schemas
) -> BaseModel | None:
    """Return an answer as an object of its schema; see ``Workbench.structured``.

    Raises:
        InputError: no schema was requested, or no answer satisfies it.
    """
    schema = schema_of(options, schemas)
    if schema is None:
        raise InputError(**localized("answer.no_schema_asked"))
    if answer is None:
        raise InputError(**localized("answer.run_without_answer"))
    if answer.outcome != "answered":
        return None
    clean = options.audience is Audience.CUSTOMER
    try:
        return validated(schema, answer.text if clean else answer.marked)
    except ValidationError as error:
        raise InputError(
            **localized("answer.schema_lost", schema=schema.__name__, detail=_first(error))
        ) from error


def _allowed_json(schema: type[BaseModel], reply: str) -> str:
    """Return the reply, without the markers and fields that the schema does not allow."""
    try:
        validated(schema, reply)
    except ValidationError as error:
        fitted = _without_disallowed(error, reply)
        if fitted is None:
            raise
        validated(schema, fitted)
        return fitted
    return reply


def _without_disallowed(error: ValidationError, reply: str) -> str | None:
    """Return the reply without disallowed markers and fields; None if it has none."""
    try:
        data = json.loads(reply)
    except (ValueError, RecursionError):
        return None
    errors = error.errors(include_url=False, include_context=False, include_input=False)
    mended = [
        _dropped(data, one["loc"])
        if one["type"] == "extra_forbidden"
        else _unmarked(data, one["loc"])
        for one in errors
    ]
    return json.dumps(data) if any(mended) else None


def _dropped(data: Any, place: tuple[int | str, ...]) -> bool:
    """Remove one field and return whether it existed; paths into a union are not followed."""
    holder = data
    for step in place[:-1]:
        if not _has(holder, step):
            return False
        holder = holder[step]
    return isinstance(holder, dict) and holder.pop(str(place[-1]), _ABSENT) is not _ABSENT


def _unmarked(data: Any, place: tuple[int | str, ...]) -> bool:
    """Remove the markers of one string; skip the union members in pydantic's error path."""
    holder: Any = None
    key: Any = None
    value = data
    for step in place:
        if _has(value, step):
            holder, key, value = value, step, value[step]
    if holder is None or not isinstance(value, str) or not parse(value).marks:
        return False
    holder[key] = without_markers(value).text
    return True


def _has(value: Any, step: int | str) -> bool:
    if isinstance(value, list):
        return isinstance(step, int) and 0 <= step < len(value)
    return isinstance(value, dict) and step in value


def _first(error: ValidationError) -> str:
    return schema_problems(error)[0]


def _path(place: tuple[int | str, ...]) -> str:
    return "$" + "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in place)
