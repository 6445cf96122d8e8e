"""Adapter for OpenAI's chat completions and embeddings; structured output by its strict mode."""

from typing import TYPE_CHECKING

from workbench.llm.provider import Endpoint, ModelAddress, Provider
from workbench.settings import Settings

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.embeddings.openai import OpenAIEmbeddingModel

    from workbench.llm.pydantic_ai.openai_sdk import SchemaCachingModel
    from workbench.llm.pydantic_ai.pydantic_embedding import PydanticEmbedding
    from workbench.llm.pydantic_ai.pydantic_model import PydanticModel

TEXTS, CHARACTERS = 2048, 300_000
"""Per request: OpenAI allows 2,048 texts and 300,000 tokens of at least one character each."""


def chat(address: ModelAddress, at: Endpoint, _: Settings) -> "PydanticModel":
    """Return a ChatModel for an OpenAI model."""
    from pydantic_ai.profiles.openai import OpenAIModelProfile
    from pydantic_ai.providers.openai import OpenAIProvider

    from workbench.llm.failures.error_mapping import error_mapper
    from workbench.llm.pydantic_ai.openai_sdk import FAILURES, SchemaCachingModel, open_client
    from workbench.llm.pydantic_ai.pydantic_model import PydanticModel
    from workbench.llm.pydantic_ai.reasoning_tags import UNTAGGED

    profile = OpenAIModelProfile(
        openai_chat_streaming_requires_finish_reason=True, thinking_tags=UNTAGGED
    )

    def open_model(http: "httpx2.AsyncClient") -> "SchemaCachingModel":
        client = open_client(http, at.url, at.secret)
        provider = OpenAIProvider(openai_client=client)
        return SchemaCachingModel(address.model, provider=provider, profile=profile)

    return PydanticModel(
        address.model,
        open_model=open_model,
        mapper=error_mapper(PROVIDER, at.key, FAILURES),
        mode="native",
        strict=True,
        ignored=frozenset({"top_k"}),
    )


def embedding(address: ModelAddress, at: Endpoint) -> "PydanticEmbedding":
    """Return an OpenAI embedding model."""
    from pydantic_ai.embeddings.openai import OpenAIEmbeddingModel
    from pydantic_ai.providers.openai import OpenAIProvider

    from workbench.llm.embedding_model import EmbeddingLimits
    from workbench.llm.failures.error_mapping import error_mapper
    from workbench.llm.pydantic_ai.openai_sdk import FAILURES, open_client
    from workbench.llm.pydantic_ai.pydantic_embedding import PydanticEmbedding

    def open_model(http: "httpx2.AsyncClient") -> "OpenAIEmbeddingModel":
        client = open_client(http, at.url, at.secret)
        return OpenAIEmbeddingModel(address.model, provider=OpenAIProvider(openai_client=client))

    return PydanticEmbedding(
        address.model,
        open_model=open_model,
        mapper=error_mapper(PROVIDER, at.key, FAILURES),
        limits=EmbeddingLimits(TEXTS, CHARACTERS),
    )


PROVIDER = Provider(
    "openai",
    "OpenAI",
    chat,
    embedding,
    base_url="https://api.openai.com/v1",
    priced_as="openai",
)
