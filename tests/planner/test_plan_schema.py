"""The JSON Schema of a plan: closed, made of enums, the same vocabulary as the validator's."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.support.tables import table_workspace
from tests.support.workspaces import request, studio, tours
from workbench.llm.pydantic_ai.translate import is_closed
from workbench.planner.offline_planner import OfflinePlanner
from workbench.planner.plan_schema import model_plan_schema, plan_schema
from workbench.planner.prompts import PlannerPrompts
from workbench.planner.shared_definitions import with_definitions, within_limits
from workbench.planner.validate import validate_plan
from workbench.settings import Settings
from workbench.understanding.entity_registry import EntityRegistry
from workbench.workspace import Workspace

STUDIO = EntityRegistry.build(studio())
BUILDERS = (plan_schema, model_plan_schema)
Build = Callable[[Workspace], dict[str, Any]]


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    """Every object schema inside a schema."""
    if isinstance(schema, list):
        for one in schema:
            yield from objects(one)
    elif isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        for one in schema.values():
            yield from objects(one)


def expanded(schema: Any, root: dict[str, Any]) -> Any:
    """A schema with its definitions in the place of the references to them."""
    if isinstance(schema, list):
        return [expanded(one, root) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return expanded(root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root)
    return {key: expanded(one, root) for key, one in schema.items() if key != "$defs"}


def enumerated(schema: Any) -> int:
    """How many values all enums inside a schema have."""
    if isinstance(schema, list):
        return sum(map(enumerated, schema))
    if not isinstance(schema, dict):
        return 0
    return len(schema.get("enum", ())) + sum(map(enumerated, schema.values()))


@pytest.mark.parametrize("workspace", [studio(), tours()], ids=lambda w: w.id)
@pytest.mark.parametrize("build", BUILDERS)
def test_it_is_a_closed_schema(workspace: Workspace, build: Build) -> None:
    schema = build(workspace)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert is_closed(schema)
    for one in objects(schema):
        assert one["additionalProperties"] is False
        optional = set(one["properties"]) - set(one["required"])
        for name in optional:
            schema_of = expanded(one["properties"][name], schema)
            assert {"type": "null"} in schema_of.get("anyOf", [schema_of])


def test_a_model_gets_the_same_schema_for_all_questions_and_the_candidates_as_data() -> None:
    asked = request("Сравни Поляну и селадон", STUDIO)
    prompt = PlannerPrompts(studio(), 5).question(asked)
    for node in ("material:celadon", "museum:polyana", "series:polyana"):
        assert node in prompt
        assert node not in str(model_plan_schema(studio()))
    assert "series:go" not in prompt


@pytest.mark.parametrize("workspace", [studio(), tours()], ids=lambda w: w.id)
def test_definitions_stand_for_what_is_repeated(workspace: Workspace) -> None:
    schema = plan_schema(workspace)
    shared = with_definitions(schema)
    assert expanded(shared, shared) == schema
    assert len(json.dumps(shared)) < 0.8 * len(json.dumps(schema))
    assert all(json.dumps(shared).count(f'"#/$defs/{name}"') > 1 for name in shared["$defs"])


def test_the_longest_enums_become_text_where_there_are_too_many_values() -> None:
    names: dict[str, Any] = {"type": "string", "enum": [f"name {n}" for n in range(30)]}
    few: dict[str, Any] = {"type": "string", "enum": ["a", "b"]}
    listed = {"type": "array", "items": names}
    schema = {"type": "object", "properties": {"few": few, "one": names, "listed": listed}}
    text = {"type": "string"}
    assert within_limits(schema, 62) == schema
    assert within_limits(schema, 61)["properties"] == {
        "few": few,
        "one": text,
        "listed": {"type": "array", "items": text},
    }


def test_a_model_plans_over_many_tables_within_the_limits_of_strict_modes(tmp_path: Path) -> None:
    columns = [f"Column {n}" for n in range(12)]
    files: dict[str, str | bytes] = {
        f"table{n}.csv": "\n".join((",".join(columns), *[",".join(["1"] * 12)] * 3))
        for n in range(40)
    }
    workspace, _ = table_workspace(tmp_path, files)
    schema = model_plan_schema(workspace)
    assert enumerated(schema) <= 1000
    assert len(json.dumps(schema)) < 12_000
    args = {"table": "table7", "filters": [{"column": "Column 3", "test": "eq", "value": 1}]}
    call = {"tool": "table_tool", "args": args}
    plan = {"intents": ["TABLE_QUERY"], "tool_calls": [call], "confidence": 0.9}
    model = jsonschema.Draft202012Validator(schema)
    assert model.is_valid(plan)
    assert validate_plan(plan, workspace)[0] is not None
    args["filters"][0]["column"] = "Column 77"  # type: ignore[index]
    assert model.is_valid(plan)
    assert validate_plan(plan, workspace)[0] is None
    args["table"] = "table77"
    assert not model.is_valid(plan)


@pytest.mark.parametrize("build", BUILDERS)
def test_an_entity_that_was_not_recognised_may_be_named_in_words(build: Build) -> None:
    schema = build(studio())
    args = {"intent": "MATERIAL_USAGE", "entity_id": "Celadon", "filters": {"museum": "Aster"}}
    plan = {
        "intents": ["MATERIAL_USAGE"],
        "confidence": 0.9,
        "tool_calls": [{"tool": "graph_tool", "args": args}],
    }
    assert jsonschema.Draft202012Validator(schema).is_valid(plan)
    args["entity_id"] = 5  # type: ignore[assignment]
    assert not jsonschema.Draft202012Validator(schema).is_valid(plan)


@pytest.mark.parametrize("build", BUILDERS)
@pytest.mark.parametrize(
    "fields",
    [
        {"intents": ["NOT_THERE"]},
        {"intents": []},
        {"answer_style": "LOUD"},
        {"confidence": 2},
        {"confidence": None},
        {"unknown": 1},
        {"tool_calls": [{"tool": "other", "args": {"query": "x"}}]},
        {"tool_calls": [{"tool": "graph_tool", "args": {"intent": "GENERAL_UNSTRUCTURED"}}]},
        {"tool_calls": [{"tool": "text_tool", "args": {"query": "x", "doc_types": ["poem"]}}]},
        {"tool_calls": [{"tool": "text_tool", "args": {"query": "x"}}] * 6},
    ],
)
def test_what_it_refuses(fields: dict[str, Any], build: Build) -> None:
    schema = jsonschema.Draft202012Validator(build(studio()))
    plan = {"intents": ["SERIES_LIST"], "confidence": 0.9}
    assert schema.is_valid(plan)
    assert not schema.is_valid({**plan, **fields})


@pytest.mark.parametrize(
    "text",
    [
        "Где применялся селадон в Астере?",
        "Какие глазури в Северном Ветре?",
        "Сравни материалы Северного Ветра и Поляны",
        "Почему треснула первая партия?",
        "Перечисли все серии мастерской",
    ],
)
async def test_offline_plans_fit_both_schemas(text: str) -> None:
    asked = request(text, STUDIO)
    planned = await OfflinePlanner(studio(), Settings()).plan(asked)
    stored = planned.plan.model_dump(mode="json")
    models = planned.plan.model_dump(mode="json", exclude={"schema_version"})
    jsonschema.validate(models, model_plan_schema(studio()))
    jsonschema.validate(stored, plan_schema(studio()))
