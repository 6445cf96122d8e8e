"""Objects of a schema: filled from a model's reply, and taken out of a finished answer."""

import json
import math
from functools import partial
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import InitErrorDetails

from workbench.answer.output_schemas import Schemas, Structured, schema_named, silence, validated
from workbench.domain.answer import Answer, AskOptions, Audience, Format
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.text import parse
from workbench.text.citation_marks import without_markers
from workbench.text.content import has_content
from workbench.text.json_text import ANSWER, in_strings, object_text, strings
from workbench.text.marker_forms import in_form

_MOST_PROBLEMS = 20
_ABSENT = object()


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
            enum, a pattern. A field is where it forbids others.
        reply: JSON, as the model wrote it, bare or among prose.
        provided: how many sources there were; a built-in schema lists no other.

    Raises:
        ValidationError: the reply is not JSON, does not satisfy the schema, or says nothing.
    """
    filling = _filling(schema, object_text(reply))
    said = json.loads(filling, parse_constant=_no_number, parse_float=_finite)
    _require_words(schema, said)
    text = in_strings(said, in_form)
    filled = validated(schema, text)
    if not isinstance(filled, Structured):
        return text
    text = in_strings(said, partial(in_form, sources=provided))
    cited = [mark.number for mark in parse(text).marks if 1 <= mark.number <= provided]
    return in_strings({**json.loads(text), **filled.agreeing(cited, provided)}, in_form)


def problems_of(error: ValidationError) -> list[str]:
    """What keeps a reply from filling the class, each with its place, for the model to mend."""
    errors = error.errors(include_url=False, include_context=False, include_input=False)
    return [f"{_path(one['loc'])}: {one['msg']}" for one in errors[:_MOST_PROBLEMS]]


def _require_words(schema: type[BaseModel], said: dict[str, Any]) -> None:
    """Raises a ValidationError where every text of an answer is empty; numbers alone may do.

    A text that the class leaves empty itself is none. Where a class has an answer, the answer is
    what must not be empty.
    """
    fields = schema.model_fields.items()
    unsaid = {field.alias or name for name, field in fields if field.default == ""}
    told = {name: value for name, value in said.items() if value or name not in unsaid}
    texts = list(strings(told.get(ANSWER, told)))
    if not any(has_content(text) for text in texts) and (texts or not _holds_anything(told)):
        problem = InitErrorDetails(type=silence(), loc=(), input=None)
        raise ValidationError.from_exception_data(schema.__name__, [problem])


def _holds_anything(value: Any) -> bool:
    if isinstance(value, dict | list):
        return any(map(_holds_anything, value.values() if isinstance(value, dict) else value))
    return value is not None


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


def _filling(schema: type[BaseModel], reply: str) -> str:
    """The reply, or the reply without the markers and fields that there is no room for."""
    try:
        validated(schema, reply)
    except ValidationError as error:
        fitted = _fitted(error, reply)
        if fitted is None:
            raise
        validated(schema, fitted)
        return fitted
    return reply


def _fitted(error: ValidationError, reply: str) -> str | None:
    """The reply without what there is no room for; None where that is not what is wrong."""
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
    """Take out one field; which member of a union it is too much for is not ours to choose."""
    holder = data
    for step in place[:-1]:
        if not _has(holder, step):
            return False
        holder = holder[step]
    return isinstance(holder, dict) and holder.pop(str(place[-1]), _ABSENT) is not _ABSENT


def _unmarked(data: Any, place: tuple[int | str, ...]) -> bool:
    """Take the markers out of one string; pydantic's places also name members of unions."""
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
    return problems_of(error)[0]


def _path(place: tuple[int | str, ...]) -> str:
    return "$" + "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in place)
