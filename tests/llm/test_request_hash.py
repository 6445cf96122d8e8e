"""The hash of a request is that of its fields as one JSON text, with or without a schema."""

from typing import Any

import pytest

from workbench.domain.base import sorted_json
from workbench.llm.protocol import ChatRequest, Message, hashed_json, request_json

SCHEMA = {"type": "object", "properties": {"б": {"type": "string"}, "a": {"enum": [1, True]}}}
OTHER = {**SCHEMA, "properties": {"a": {"enum": [True, 1]}}}


@pytest.mark.parametrize("schema", [None, SCHEMA, SCHEMA, OTHER, {}])
def test_fields_are_written_as_one_text(schema: dict[str, Any] | None) -> None:
    request = ChatRequest(
        role="planner",
        system='Say "да".',
        messages=(Message(role="user", text="Ночь\n"),),
        max_tokens=10,
        temperature=0.2,
        output_schema=schema,
        deadline_s=3,
    )
    fields = request_json(request)
    del fields["deadline_s"]
    assert hashed_json(request_json(request)) == sorted_json(fields)
