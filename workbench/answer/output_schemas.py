"""Schemas of structured answers, built in or registered by a program, selected by name."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from workbench.domain import limits
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.text.has_content import has_content

Schemas: TypeAlias = Mapping[str, type[BaseModel]]

EMPTY = "says_nothing"
"""The error type of an answer without content, in pydantic's validation errors."""


def empty_reply_error() -> PydanticCustomError:
    """Return the validation error for an answer without content."""
    return PydanticCustomError(EMPTY, "The answer is empty; write its text here.")


def _require_content(text: str) -> str:
    if not has_content(text):
        raise empty_reply_error()
    return text


NonEmptyText: TypeAlias = Annotated[str, AfterValidator(_require_content)]
"""A non-empty text: the answer itself."""


class Structured(BaseModel):
    """An object without extra fields, as the providers' strict modes require."""

    model_config = ConfigDict(extra="forbid")

    NUMBERS: ClassVar[str] = ""
    """The field that lists the numbers of the sources used; empty if there is none."""

    def source_numbers(self, cited: Sequence[int], provided: int) -> dict[str, list[int]]:
        """Return the list of sources: those cited, else those of the reply that exist.

        Args:
            cited: numbers of the markers in the text.
            provided: how many sources there were.
        """
        if not self.NUMBERS:
            return {}
        named = [one for one in getattr(self, self.NUMBERS) if 1 <= one <= provided]
        return {self.NUMBERS: list(dict.fromkeys(cited or named))}


class PlainJson(Structured):
    """The schema of ``format: json`` when none is named."""

    NUMBERS = "sources"

    answer: NonEmptyText
    sources: list[int]


class AnswerWithSources(Structured):
    """An answer with key facts and limitations."""

    NUMBERS = "sources_used"

    answer: NonEmptyText
    confidence: float = Field(allow_inf_nan=False)
    sources_used: list[int]
    key_facts: list[str]
    limitations: str | None = None


class ComparisonResult(Structured):
    """A comparison: similarities, differences, contradictions and a conclusion."""

    similarities: list[str]
    differences: list[str]
    contradictions: list[str]
    conclusion: str


SCHEMAS: Schemas = {
    "PlainJson": PlainJson,
    "AnswerWithSources": AnswerWithSources,
    "ComparisonResult": ComparisonResult,
}
"""The built-in schemas; the offline writer fills them without a model."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}")
"""A name that every provider accepts for a schema or a tool (``Invoice_v2``)."""


def schema_named(name: str, schemas: Schemas = SCHEMAS) -> type[BaseModel]:
    """Return the schema of this name.

    Raises:
        InputError: no such schema; the hint lists the known names.
    """
    if name not in schemas:
        raise InputError(**localized("answer.no_schema", schema=name, known=", ".join(schemas)))
    return schemas[name]


def satisfies(schema: type[BaseModel] | None, text: str) -> bool:
    """Return whether a text is JSON of the schema; without a schema, any text is valid."""
    try:
        return schema is None or bool(validated(schema, text))
    except (ValidationError, InputError):
        return False


def validated(schema: type[BaseModel], text: str) -> BaseModel:
    """Parse a JSON text into an object of the schema.

    Raises:
        ValidationError: the text does not satisfy the schema.
        InputError: a validator of the class raised another kind of error.
    """
    try:
        return schema.model_validate_json(text)
    except ValidationError:
        raise
    except Exception as error:
        detail = f"{type(error).__name__}: {error}"
        raise InputError(
            **localized("answer.schema_raised", schema=schema.__name__, detail=detail[:300])
        ) from error


def merge_schemas(classes: Iterable[type[BaseModel]]) -> Schemas:
    """Return the built-in schemas and a program's own classes, by class name.

    Raises:
        InputError: two share a name, or a class cannot be the schema of an answer.
    """
    schemas = dict(SCHEMAS)
    for one in classes:
        _require_usable(one)
        if schemas.get(one.__name__, one) is not one:
            raise InputError(**localized("answer.two_schemas", schema=one.__name__))
        schemas[one.__name__] = one
    return schemas


def json_schema(schema: type[BaseModel]) -> dict[str, Any]:
    """Return the class as JSON Schema in the form that every provider accepts.

    The outermost object is inlined at the root: for a recursive class pydantic writes a ``$ref``
    there, and Anthropic's tools require an object. A ``$ref`` has no sibling keys, which Gemini
    rejects.
    """
    found = schema.model_json_schema()
    root = found.pop("$ref", "")
    if root:
        found = {**found["$defs"][root.removeprefix("#/$defs/")], **found}
    alone: dict[str, Any] = _isolated_references(found)
    return alone


def _isolated_references(part: Any) -> Any:
    if isinstance(part, list):
        return [_isolated_references(member) for member in part]
    if not isinstance(part, dict):
        return part
    whole = {key: _isolated_references(value) for key, value in part.items()}
    if len(whole) > 1 and isinstance(whole.get("$ref"), str):
        whole["anyOf"] = [{"$ref": whole.pop("$ref")}]
    return whole


def _require_usable(one: Any) -> None:
    """Raise an InputError with the reason if a class cannot be the schema of an answer."""
    if not isinstance(one, type) or not issubclass(one, BaseModel) or one is BaseModel:
        named = getattr(one, "__name__", None) or repr(one)[:60]
        raise InputError(**localized("answer.not_a_class", schema=named))
    if not _NAME.fullmatch(one.__name__):
        raise InputError(**localized("answer.schema_misnamed", schema=one.__name__))
    try:
        root = json_schema(one)
    except Exception as error:  # pydantic's own, or whatever the class's hooks raise
        detail = " ".join(str(error).split())[:300]
        raise InputError(
            **localized("answer.no_json_schema", schema=one.__name__, detail=detail)
        ) from error
    if root.get("type") != "object" or not root.get("properties"):
        raise InputError(**localized("answer.not_an_object", schema=one.__name__))
    if len(json.dumps(root)) > limits.SCHEMA:
        name = one.__name__
        raise InputError(**localized("answer.schema_too_large", schema=name, limit=limits.SCHEMA))
