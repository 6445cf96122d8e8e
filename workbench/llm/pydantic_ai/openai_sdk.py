"""OpenAI's SDK and pydantic-ai's model, adapted for the providers that use OpenAI's protocol."""

from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any

import httpx2
import openai
from openai import AsyncOpenAI, AsyncStream, NotGiven, Omit, RequestOptions
from openai.resources import AsyncEmbeddings
from openai.resources.chat import AsyncChat, AsyncCompletions
from openai.types import CreateEmbeddingResponse
from openai.types.chat import ChatCompletion, ChatCompletionChunk
from pydantic import BaseModel
from pydantic_ai import JsonSchemaTransformer
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.models.openai import OpenAIChatModel

from workbench.llm.failures.error_mapping import FailureMap
from workbench.llm.failures.kinds import TIMEOUT, UNREACHABLE, UNREADABLE
from workbench.llm.protocol import schema_key, schema_of_key

FAILURES: FailureMap = (
    (openai.APITimeoutError, TIMEOUT),
    (openai.APIConnectionError, UNREACHABLE),
    (openai.OpenAIError, UNREADABLE),
)
"""SDK exceptions that pydantic-ai does not convert, with the failure that each one means."""


def open_client(http: httpx2.AsyncClient, base_url: str, key: str) -> "Client":
    """Return the SDK's client for one call, without retries: `RetryingModel` makes them."""
    return Client(api_key=key, base_url=base_url, http_client=http, max_retries=0)


class Client(AsyncOpenAI):
    """The SDK's client, with prompts sent as given and embeddings in the order of their texts."""

    @cached_property
    def chat(self) -> AsyncChat:
        """The chat completions of the API."""
        return _Chat(self)

    @cached_property
    def embeddings(self) -> AsyncEmbeddings:
        """The embeddings of the API."""
        return _InOrder(self)


class _Chat(AsyncChat):
    @cached_property
    def completions(self) -> AsyncCompletions:
        return _AsGiven(self._client)


class _AsGiven(AsyncCompletions):
    """Posts the fields that pydantic-ai gives, which are JSON already.

    The SDK's own method compares each member of the messages and of the schema with its types, and
    copies it: a quarter of the time of a call.
    """

    async def create(self, *_: Any, **given: Any) -> Any:
        fields = {name: one for name, one in given.items() if not isinstance(one, (NotGiven, Omit))}
        options = RequestOptions(security={"bearer_auth": True})
        options["headers"] = fields.pop("extra_headers", None) or {}
        if "timeout" in fields:
            options["timeout"] = fields.pop("timeout")
        more = fields.pop("extra_body", None) or {}
        return await self._client.post(
            "/chat/completions",
            cast_to=ChatCompletion,
            body={**fields, **more},
            options=options,
            stream=fields["stream"],
            stream_cls=AsyncStream[ChatCompletionChunk],
        )


class _InOrder(AsyncEmbeddings):
    """Sorts rows by their index, which pydantic-ai ignores."""

    async def create(self, *arguments: Any, **options: Any) -> CreateEmbeddingResponse:
        reply = await super().create(*arguments, **options)
        if {row.index for row in reply.data} == set(range(len(reply.data))):
            reply.data.sort(key=lambda row: row.index)
        return reply


class SchemaCachingModel(OpenAIChatModel):
    """pydantic-ai's model with a cache of transformed schemas.

    A model is created for each request, and the transformation takes as long as the rest of a call.
    """

    def customize_request_parameters(
        self, model_request_parameters: ModelRequestParameters
    ) -> ModelRequestParameters:
        """Return the parameters with the schema transformed for the vendor."""
        wanted = model_request_parameters.output_object
        transformer = self.profile.get("json_schema_transformer")
        if wanted is None or transformer is None or model_request_parameters.output_tools:
            return super().customize_request_parameters(model_request_parameters)
        schema, strict = _transformed(transformer, schema_key(wanted.json_schema), wanted.strict)
        return replace(
            model_request_parameters,
            output_object=replace(wanted, json_schema=schema, strict=strict),
        )


@lru_cache(maxsize=256)
def _transformed(
    transformer: type[JsonSchemaTransformer], key: bytes, strict: bool | None
) -> tuple[dict[str, Any], bool]:
    walker = transformer(schema_of_key(key), strict=strict)
    walked = walker.walk()
    return walked, walker.is_strict_compatible if strict is None else strict


_ENVELOPE = {"id": "", "object": "chat.completion", "created": 0, "model": ""}
"""Fields of a completion that are required by the SDK's types but not used here."""


class LenientModel(SchemaCachingModel):
    """Accepts replies of servers that omit required fields such as ``id`` or ``created``."""

    def _validate_completion(self, response: ChatCompletion) -> Any:
        for name, value in _ENVELOPE.items():
            _fill(response, name, value)
        for index, choice in enumerate(response.choices or ()):
            _fill(choice, "index", index)
            _fill(getattr(choice, "message", None), "role", "assistant")
            if getattr(choice, "finish_reason", None) == "":
                choice.finish_reason = "stop"  # the value pydantic-ai sets for a missing reason
        return super()._validate_completion(response)


def _fill(part: object, name: str, value: object) -> None:
    if isinstance(part, BaseModel) and getattr(part, name, None) is None:
        setattr(part, name, value)
