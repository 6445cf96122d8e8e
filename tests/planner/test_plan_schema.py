"""The JSON Schema of a plan: closed, made of enums, the same vocabulary as the validator's."""

from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from tests.support.workspaces import request, studio, tours
from workbench.domain.entities import Resolution
from workbench.llm.pydantic_ai.translate import is_closed
from workbench.planner.offline_planner import OfflinePlanner
from workbench.planner.plan_schema import plan_schema
from workbench.settings import Settings
from workbench.understanding.entity_registry import EntityRegistry
from workbench.workspace import Workspace

STUDIO = EntityRegistry.build(studio())


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


@pytest.mark.parametrize("workspace", [studio(), tours()], ids=lambda w: w.id)
@pytest.mark.parametrize("resolution", [None, Resolution()])
def test_it_is_a_closed_schema(workspace: Workspace, resolution: Resolution | None) -> None:
    schema = plan_schema(workspace, resolution)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert is_closed(schema)
    for one in objects(schema):
        assert one["additionalProperties"] is False
        optional = set(one["properties"]) - set(one["required"])
        for name in optional:
            schema_of = one["properties"][name]
            assert {"type": "null"} in schema_of.get("anyOf", [schema_of])


def test_the_candidates_of_the_question_are_listed() -> None:
    resolution = request("Сравни Поляну и селадон", STUDIO).resolution
    text = str(plan_schema(studio(), resolution))
    assert "material:celadon" in text
    assert "museum:polyana" in text
    assert "series:polyana" in text
    assert "series:go" not in text


def test_an_entity_that_was_not_recognised_may_be_named_in_words() -> None:
    schema = plan_schema(studio(), Resolution())
    args = {"intent": "MATERIAL_USAGE", "entity_id": "Celadon", "filters": {"museum": "Aster"}}
    plan = {
        "intents": ["MATERIAL_USAGE"],
        "confidence": 0.9,
        "tool_calls": [{"tool": "graph_tool", "args": args}],
    }
    assert jsonschema.Draft202012Validator(schema).is_valid(plan)
    args["entity_id"] = 5  # type: ignore[assignment]
    assert not jsonschema.Draft202012Validator(schema).is_valid(plan)


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
def test_what_it_refuses(fields: dict[str, Any]) -> None:
    schema = jsonschema.Draft202012Validator(plan_schema(studio()))
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
async def test_offline_plans_fit_the_schema_of_their_question(text: str) -> None:
    asked = request(text, STUDIO)
    planned = await OfflinePlanner(studio(), Settings()).plan(asked)
    stored = planned.plan.model_dump(mode="json")
    models = planned.plan.model_dump(mode="json", exclude={"schema_version"})
    jsonschema.validate(models, plan_schema(studio(), asked.resolution))
    jsonschema.validate(stored, plan_schema(studio()))
