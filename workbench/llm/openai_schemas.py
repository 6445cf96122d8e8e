"""OpenAI's form of a JSON Schema, worked out once: it takes as long as the rest of a call."""

import json
from dataclasses import replace
from functools import lru_cache
from typing import Any

from pydantic_ai import JsonSchemaTransformer
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.models.openai import OpenAIChatModel


class RememberingModel(OpenAIChatModel):
    """pydantic-ai's model, but for the memory; it is made anew for each request."""

    def customize_request_parameters(
        self, model_request_parameters: ModelRequestParameters
    ) -> ModelRequestParameters:
        """The request with its schema as the vendor wants it."""
        wanted = model_request_parameters.output_object
        transformer = self.profile.get("json_schema_transformer")
        if wanted is None or transformer is None or model_request_parameters.output_tools:
            return super().customize_request_parameters(model_request_parameters)
        schema, strict = _transformed(transformer, json.dumps(wanted.json_schema), wanted.strict)
        return replace(
            model_request_parameters,
            output_object=replace(wanted, json_schema=schema, strict=strict),
        )


@lru_cache(maxsize=256)
def _transformed(
    transformer: type[JsonSchemaTransformer], schema: str, strict: bool | None
) -> tuple[dict[str, Any], bool]:
    walker = transformer(json.loads(schema), strict=strict)
    walked = walker.walk()
    return walked, walker.is_strict_compatible if strict is None else strict
