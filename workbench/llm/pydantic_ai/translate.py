"""Translate a ChatRequest to pydantic-ai's types, without a client."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    UserPromptPart,
)
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from workbench.llm.protocol import ChatRequest, schema_key, schema_of_key

OutputMode: TypeAlias = Literal["native", "tool", "prompted"]
"""How a schema is enforced: constrained output, a forced tool call, or only the prompt."""

# Every schema must have one of these, as OpenAI's strict mode requires.
_TYPED = frozenset({"type", "$ref", "anyOf", "oneOf", "enum", "const"})
# Strict modes reject a schema with one of these.
_LOOSE = frozenset({"prefixItems", "patternProperties", "allOf", "not", "if"})


@dataclass(frozen=True)
class Call:
    """The arguments of `pydantic_ai.direct`."""

    messages: list[ModelMessage]
    settings: ModelSettings
    parameters: ModelRequestParameters
    mode: OutputMode | None
    """None for free text."""


def translate(
    request: ChatRequest, *, mode: OutputMode, strict: bool, ignored: frozenset[str] = frozenset()
) -> Call:
    """Translate a request; ``ignored`` names settings that the vendor does not support."""
    return Call(
        messages=list(_messages(request)),
        settings=_settings(request, ignored),
        parameters=_parameters(request, mode, strict),
        mode=mode if request.output_schema is not None else None,
    )


def _messages(request: ChatRequest) -> Iterator[ModelMessage]:
    if request.system:
        yield ModelRequest(parts=[SystemPromptPart(content=request.system)])
    for message in request.messages:
        if message.role == "user":
            yield ModelRequest(parts=[UserPromptPart(content=message.text)])
        else:
            yield ModelResponse(parts=[TextPart(content=message.text)])


def _settings(request: ChatRequest, ignored: frozenset[str]) -> ModelSettings:
    settings: ModelSettings = {"max_tokens": request.max_tokens}
    if request.temperature is not None and "temperature" not in ignored:
        settings["temperature"] = request.temperature
    if request.top_p is not None and "top_p" not in ignored:
        settings["top_p"] = request.top_p
    if request.top_k is not None and "top_k" not in ignored:
        settings["top_k"] = request.top_k
    return settings


def _parameters(request: ChatRequest, mode: OutputMode, strict: bool) -> ModelRequestParameters:
    schema = request.output_schema
    if schema is None:
        return ModelRequestParameters()
    is_strict = strict and _is_closed_schema(schema_key(schema))
    if mode == "tool":
        tool = ToolDefinition(
            name=request.schema_name,
            description="Give the reply by calling this.",
            parameters_json_schema=schema,
            kind="output",
        )
        return ModelRequestParameters(
            output_mode="tool", output_tools=[tool], allow_text_output=False
        )
    return ModelRequestParameters(
        output_mode=mode,
        output_object=OutputObjectDefinition(
            json_schema=schema, name=request.schema_name, strict=True if is_strict else None
        ),
        allow_text_output=False,
    )


@lru_cache(maxsize=256)
def _is_closed_schema(key: bytes) -> bool:
    """``is_closed`` of a schema by its key, remembered: a workspace sends few different ones."""
    return is_closed(schema_of_key(key))


def is_closed(schema: Any) -> bool:
    """Whether a strict mode accepts a JSON Schema.

    Every value must have a type, every object its properties, and every array its items.
    """
    if not isinstance(schema, dict) or not _TYPED & schema.keys() or _LOOSE & schema.keys():
        return False
    if schema.get("type") == "object" and (
        "properties" not in schema or schema.get("additionalProperties")
    ):
        return False
    if schema.get("type") == "array" and "items" not in schema:
        return False
    return all(is_closed(part) for part in _parts(schema))


def _parts(schema: dict[str, Any]) -> Iterator[Any]:
    """The schemas directly inside one."""
    for key in ("properties", "$defs"):
        yield from schema.get(key, {}).values()
    for key in ("anyOf", "oneOf"):
        yield from schema.get(key, ())
    if "items" in schema:
        yield schema["items"]
