"""Any pydantic class can be the shape of an answer, if it can be written as a JSON object."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import jsonschema
import pytest
from pydantic import BaseModel, RootModel

from tests.support.answer_schemas import FILLED, Excesses, Loose, Tree
from tests.support.russian_errors import in_russian
from workbench.answer.output_schemas import (
    SCHEMAS,
    AnswerWithSources,
    json_schema,
    merge_schemas,
    schema_named,
)
from workbench.errors import InputError

T = TypeVar("T")


class Page(BaseModel, Generic[T]):
    items: list[T]


class Numbers(RootModel[list[int]]):
    pass


class Caller(BaseModel):
    call: Callable[[], int]


class Undefined(BaseModel):
    of: "Nowhere"  # type: ignore[name-defined]  # noqa: F821


class Empty(BaseModel):
    pass


def another(name: str) -> type[BaseModel]:
    return type(name, (BaseModel,), {"__annotations__": {"said": str}, "__module__": __name__})


def test_own_classes_stand_beside_the_built_in_ones() -> None:
    schemas = merge_schemas([Excesses, Tree])
    assert list(schemas) == [*SCHEMAS, "Excesses", "Tree"]
    assert schema_named("Excesses", schemas) is Excesses


def test_the_same_class_may_be_given_twice() -> None:
    assert merge_schemas([Excesses, Excesses, AnswerWithSources])["Excesses"] is Excesses


@pytest.mark.parametrize("name", ["AnswerWithSources", "Excesses"])
def test_a_name_that_is_taken_is_refused(name: str) -> None:
    with pytest.raises(InputError, match=f"Two schemas are named “{name}”") as refused:
        merge_schemas([Excesses, another(name)])
    assert f"«{name}»" in in_russian(refused.value)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (dict, "not a schema"),
        (BaseModel, "not a schema"),
        ("Excesses", "not a schema"),
        (None, "not a schema"),
        (Excesses.model_construct(), "not a schema"),
        (Page[int], "schema name"),
        (another("Ответ"), "schema name"),
        (another("A" * 65), "schema name"),
        (Numbers, "not an object"),
        (Empty, "not an object"),
        (Caller, "no JSON Schema"),
        (Undefined, "no JSON Schema"),
    ],
)
def test_what_cannot_be_the_shape_of_an_answer_is_refused(given: Any, says: str) -> None:
    with pytest.raises(InputError, match=says) as refused:
        merge_schemas([given])
    assert refused.value.hint
    assert in_russian(refused.value)


def test_an_unknown_name_says_which_there_are() -> None:
    with pytest.raises(InputError, match="Sonnet") as refused:
        schema_named("Sonnet")
    assert "ComparisonResult" in refused.value.hint
    assert "WORKBENCH_SCHEMAS" in refused.value.hint


def parts(schema: Any) -> list[Mapping[str, Any]]:
    """Every object of a JSON Schema."""
    if isinstance(schema, list):
        return [part for member in schema for part in parts(member)]
    if not isinstance(schema, dict):
        return []
    return [schema, *(part for value in schema.values() for part in parts(value))]


@pytest.mark.parametrize("schema", [*SCHEMAS.values(), Excesses, Loose, Tree])
def test_json_schema_has_its_object_at_the_root_and_references_alone(
    schema: type[BaseModel],
) -> None:
    found = json_schema(schema)
    assert found["type"] == "object"
    assert [part for part in parts(found) if "$ref" in part and len(part) > 1] == []
    jsonschema.Draft202012Validator.check_schema(found)


def test_json_schema_means_what_the_class_means() -> None:
    jsonschema.validate(json.loads(json.dumps(FILLED)), json_schema(Excesses))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**FILLED, "excesses": [{}]}, json_schema(Excesses))
    jsonschema.validate({"said": "", "parts": [{"said": "", "parts": []}]}, json_schema(Tree))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"said": "", "parts": [{"parts": []}]}, json_schema(Tree))
