"""OpenAI's SDK and pydantic-ai's model over it, as the adapters of OpenAI's protocol use them."""

import json
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any

import httpx2
import openai
from openai import AsyncOpenAI
from openai.resources import AsyncEmbeddings
from openai.types import CreateEmbeddingResponse
from openai.types.chat import ChatCompletion
from pydantic import BaseModel
from pydantic_ai import JsonSchemaTransformer
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.models.openai import OpenAIChatModel

from workbench.llm.error_mapping import FailureMap
from workbench.llm.failure_kinds import TIMEOUT, UNREACHABLE, UNREADABLE

FAILURES: FailureMap = (
    (openai.APITimeoutError, TIMEOUT),
    (openai.APIConnectionError, UNREACHABLE),
    (openai.OpenAIError, UNREADABLE),
)
"""What the SDK may raise past pydantic-ai."""


def open_client(http: httpx2.AsyncClient, base_url: str, key: str) -> "InOrderClient":
    """The SDK's client for one call; retries are left to `RetryingModel`."""
    return InOrderClient(api_key=key, base_url=base_url, http_client=http, max_retries=0)


class InOrderClient(AsyncOpenAI):
    """The SDK's client, whose embeddings come in the order of their texts."""

    @cached_property
    def embeddings(self) -> AsyncEmbeddings:
        """The embeddings of the API."""
        return _InOrder(self)


class _InOrder(AsyncEmbeddings):
    """Rows by their index: pydantic-ai takes them as they come."""

    async def create(self, *arguments: Any, **options: Any) -> CreateEmbeddingResponse:
        reply = await super().create(*arguments, **options)
        if {row.index for row in reply.data} == set(range(len(reply.data))):
            reply.data.sort(key=lambda row: row.index)
        return reply


class RememberingModel(OpenAIChatModel):
    """pydantic-ai's model, made anew for each request, with each schema transformed only once.

    The transformation takes as long as the rest of a call.
    """

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


_ENVELOPE = {"id": "", "object": "chat.completion", "created": 0, "model": ""}
"""What stands around a reply and is not needed; a stream may lack it too."""


class LenientModel(RememberingModel):
    """A model of a server that leaves out of a whole reply what says nothing of the answer."""

    def _validate_completion(self, response: ChatCompletion) -> Any:
        for name, value in _ENVELOPE.items():
            _fill(response, name, value)
        for index, choice in enumerate(response.choices or ()):
            _fill(choice, "index", index)
            _fill(getattr(choice, "message", None), "role", "assistant")
            if getattr(choice, "finish_reason", None) == "":
                choice.finish_reason = "stop"  # as pydantic-ai fills a missing one, for its check
        return super()._validate_completion(response)


def _fill(part: object, name: str, value: object) -> None:
    if isinstance(part, BaseModel) and getattr(part, name, None) is None:
        setattr(part, name, value)
