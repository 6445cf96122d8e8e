"""Gemini through google-genai, chat and embeddings; structured output by its response schema."""

import httpx2
from google.genai import Client, errors
from google.genai.types import HttpOptions
from pydantic import SecretStr
from pydantic_ai.embeddings.google import GoogleEmbeddingModel
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.providers.google import GoogleProvider

from workbench.llm.embedding_model import Limits, PydanticEmbedding
from workbench.llm.error_mapping import FailureMap, error_mapper
from workbench.llm.failure_kinds import DOWN, UNREADABLE
from workbench.llm.http import tls
from workbench.llm.pydantic_model import PydanticModel

FAILURES: FailureMap = (
    (errors.ServerError, DOWN),
    (errors.APIError, UNREADABLE),
    (errors.UnknownApiResponseError, UNREADABLE),
)
"""What the SDK may raise past pydantic-ai."""

LIMITS = Limits(texts=100, characters=300_000)
"""Gemini takes a hundred texts a request."""


def gemini_model(model: str, *, api_key: SecretStr, base_url: str) -> PydanticModel:
    """The ChatModel for one of Gemini's models."""

    def open_model(http: httpx2.AsyncClient) -> GoogleModel:
        return GoogleModel(model, provider=_provider(http, base_url, api_key))

    edge = error_mapper("gemini", api_key, FAILURES)
    return PydanticModel(model, open_model=open_model, edge=edge, mode="native")


def gemini_embedding(model: str, *, api_key: SecretStr, base_url: str) -> PydanticEmbedding:
    """One of Gemini's embedding models, which is told what is a document and what a query."""

    def open_model(http: httpx2.AsyncClient) -> GoogleEmbeddingModel:
        return GoogleEmbeddingModel(model, provider=_provider(http, base_url, api_key))

    edge = error_mapper("gemini", api_key, FAILURES)
    return PydanticEmbedding(model, open_model=open_model, edge=edge, limits=LIMITS)


def _provider(http: httpx2.AsyncClient, base_url: str, api_key: SecretStr) -> GoogleProvider:
    options = HttpOptions(
        base_url=base_url,
        httpx_async_client=http,
        # It builds two more clients, never used, that would read the certificates again.
        client_args={"verify": tls()},
        async_client_args={"verify": tls(), "ssl": tls()},
    )
    client = Client(vertexai=False, api_key=api_key.get_secret_value(), http_options=options)
    return GoogleProvider(client=client)
