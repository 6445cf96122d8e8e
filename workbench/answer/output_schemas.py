"""Structured outputs: the shapes an answer can be asked for by name, built in or one's own."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from workbench.domain import limits
from workbench.errors import InputError
from workbench.i18n.errors import localized
from workbench.text.content import has_content

Schemas: TypeAlias = Mapping[str, type[BaseModel]]

SILENT = "says_nothing"
"""The kind of a problem: no text, or the text that matters, says anything."""


def silence() -> PydanticCustomError:
    """The problem of an answer without a word in it."""
    return PydanticCustomError(SILENT, "It says nothing: the answer has to stand here in words.")


def _said(text: str) -> str:
    if not has_content(text):
        raise silence()
    return text


Said: TypeAlias = Annotated[str, AfterValidator(_said)]
"""A text that says something: the answer itself."""


class Structured(BaseModel):
    """A closed object: strict modes of the providers refuse any other."""

    model_config = ConfigDict(extra="forbid")

    NUMBERS: ClassVar[str] = ""
    """The field that lists the numbers of the sources used, if there is one."""

    def agreeing(self, cited: Sequence[int], provided: int) -> dict[str, list[int]]:
        """Its list with the sources that are cited; without any, with those named that exist."""
        if not self.NUMBERS:
            return {}
        named = [one for one in getattr(self, self.NUMBERS) if 1 <= one <= provided]
        return {self.NUMBERS: list(dict.fromkeys(cited or named))}


class PlainJson(Structured):
    """What ``format: json`` gives when no schema is named."""

    NUMBERS = "sources"

    answer: Said
    sources: list[int]


class AnswerWithSources(Structured):
    """An answer with its key facts and limits."""

    NUMBERS = "sources_used"

    answer: Said
    confidence: float = Field(allow_inf_nan=False)
    sources_used: list[int]
    key_facts: list[str]
    limitations: str | None = None


class ComparisonResult(Structured):
    """A comparison taken apart."""

    similarities: list[str]
    differences: list[str]
    contradictions: list[str]
    conclusion: str


SCHEMAS: Schemas = {
    "PlainJson": PlainJson,
    "AnswerWithSources": AnswerWithSources,
    "ComparisonResult": ComparisonResult,
}
"""Those that are always there, and that can be filled without a model."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}")
"""What every provider takes for the name of a schema or a tool."""


def schema_named(name: str, schemas: Schemas = SCHEMAS) -> type[BaseModel]:
    """The schema of this name.

    Raises:
        InputError: there is none; the known names are in the hint.
    """
    if name not in schemas:
        raise InputError(**localized("answer.no_schema", schema=name, known=", ".join(schemas)))
    return schemas[name]


def satisfies(schema: type[BaseModel] | None, text: str) -> bool:
    """Whether a text is JSON of the schema; any text is where there is none."""
    try:
        return schema is None or bool(validated(schema, text))
    except (ValidationError, InputError):
        return False


def validated(schema: type[BaseModel], text: str) -> BaseModel:
    """The object that a JSON text fills.

    Raises:
        ValidationError: the text does not satisfy the schema.
        InputError: a validator of the class raised what pydantic does not take for a refusal.
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


def with_own(classes: Iterable[type[BaseModel]]) -> Schemas:
    """The built-in schemas and a program's own classes, by class name.

    Raises:
        InputError: two have one name, or a class cannot be the shape of an answer.
    """
    schemas = dict(SCHEMAS)
    for one in classes:
        _usable(one)
        if schemas.get(one.__name__, one) is not one:
            raise InputError(**localized("answer.two_schemas", schema=one.__name__))
        schemas[one.__name__] = one
    return schemas


def json_schema(schema: type[BaseModel]) -> dict[str, Any]:
    """The class as JSON Schema in the form that every provider takes.

    The outermost object stands at the root (of a class that holds itself pydantic puts a ``$ref``
    there, and Anthropic's tools want an object), and no ``$ref`` has anything beside it (Gemini's
    documentation rules that out).
    """
    found = schema.model_json_schema()
    root = found.pop("$ref", "")
    if root:
        found = {**found["$defs"][root.removeprefix("#/$defs/")], **found}
    alone: dict[str, Any] = _references_alone(found)
    return alone


def _references_alone(part: Any) -> Any:
    if isinstance(part, list):
        return [_references_alone(member) for member in part]
    if not isinstance(part, dict):
        return part
    whole = {key: _references_alone(value) for key, value in part.items()}
    if len(whole) > 1 and isinstance(whole.get("$ref"), str):
        whole["anyOf"] = [{"$ref": whole.pop("$ref")}]
    return whole


def _usable(one: Any) -> None:
    """Raises an InputError that says why a class cannot be the shape of an answer."""
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
