"""OpenAI through its chat completions and embeddings; structured output by constrained decoding."""

from functools import cached_property
from typing import Any

import httpx2
import openai
from openai import AsyncOpenAI
from openai.resources import AsyncEmbeddings
from openai.types import CreateEmbeddingResponse
from pydantic import SecretStr
from pydantic_ai.embeddings.openai import OpenAIEmbeddingModel
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers.openai import OpenAIProvider

from workbench.llm.embedding_model import Limits, PydanticEmbedding
from workbench.llm.error_mapping import FailureMap, error_mapper
from workbench.llm.failure_kinds import TIMEOUT, UNREACHABLE, UNREADABLE
from workbench.llm.openai_schemas import RememberingModel
from workbench.llm.pydantic_model import PydanticModel
from workbench.llm.reasoning_tags import UNTAGGED

FAILURES: FailureMap = (
    (openai.APITimeoutError, TIMEOUT),
    (openai.APIConnectionError, UNREACHABLE),
    (openai.OpenAIError, UNREADABLE),
)
"""What the SDK may raise past pydantic-ai."""

LIMITS = Limits(texts=2048, characters=300_000)
"""OpenAI allows 300,000 tokens a request, and a token has a character at least."""


def openai_model(model: str, *, api_key: SecretStr, base_url: str) -> PydanticModel:
    """The ChatModel for one of OpenAI's models."""
    profile = OpenAIModelProfile(
        openai_chat_streaming_requires_finish_reason=True, thinking_tags=UNTAGGED
    )

    def open_model(http: httpx2.AsyncClient) -> RememberingModel:
        client = AsyncOpenAI(
            api_key=api_key.get_secret_value(),
            base_url=base_url,
            http_client=http,
            max_retries=0,
        )
        return RememberingModel(
            model, provider=OpenAIProvider(openai_client=client), profile=profile
        )

    return PydanticModel(
        model,
        open_model=open_model,
        edge=error_mapper("openai", api_key, FAILURES),
        mode="native",
        strict=True,
        ignored=frozenset({"top_k"}),
    )


def openai_embedding(model: str, *, api_key: SecretStr, base_url: str) -> PydanticEmbedding:
    """One of OpenAI's embedding models."""

    def open_model(http: httpx2.AsyncClient) -> OpenAIEmbeddingModel:
        client = InOrderClient(
            api_key=api_key.get_secret_value(),
            base_url=base_url,
            http_client=http,
            max_retries=0,
        )
        return OpenAIEmbeddingModel(model, provider=OpenAIProvider(openai_client=client))

    edge = error_mapper("openai", api_key, FAILURES)
    return PydanticEmbedding(model, open_model=open_model, edge=edge, limits=LIMITS)


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
