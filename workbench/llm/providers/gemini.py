"""Adapter for Gemini through google-genai; structured output by its response schema."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from workbench.llm.provider import AnswerDefaults, Endpoint, ModelAddress, ModelListing, Provider
from workbench.settings import Settings

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.embeddings.google import GoogleEmbeddingModel
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    from workbench.llm.failures.error_mapping import FailureMap
    from workbench.llm.pydantic_ai.pydantic_embedding import PydanticEmbedding
    from workbench.llm.pydantic_ai.pydantic_model import PydanticModel

TEXTS, CHARACTERS = 100, 300_000
"""Per request: Gemini accepts at most 100 texts; the character limit is ours."""


def failures() -> "FailureMap":
    """SDK exceptions that pydantic-ai does not convert, with the failure that each one means."""
    from google.genai import errors

    from workbench.llm.failures.kinds import DOWN, UNREADABLE

    return (
        (errors.ServerError, DOWN),
        (errors.APIError, UNREADABLE),
        (errors.UnknownApiResponseError, UNREADABLE),
    )


def chat(address: ModelAddress, at: Endpoint, _: Settings) -> "PydanticModel":
    """Return a ChatModel for a Gemini model."""
    from pydantic_ai.models.google import GoogleModel

    from workbench.llm.failures.error_mapping import error_mapper
    from workbench.llm.pydantic_ai.pydantic_model import PydanticModel

    def open_model(http: "httpx2.AsyncClient") -> "GoogleModel":
        return GoogleModel(address.model, provider=_client(http, at))

    mapper = error_mapper(PROVIDER, at.key, failures())
    return PydanticModel(address.model, open_model=open_model, mapper=mapper, mode="native")


def embedding(address: ModelAddress, at: Endpoint) -> "PydanticEmbedding":
    """Return a Gemini embedding model, which embeds documents and queries differently."""
    from pydantic_ai.embeddings.google import GoogleEmbeddingModel

    from workbench.llm.embedding_model import EmbeddingLimits
    from workbench.llm.failures.error_mapping import error_mapper
    from workbench.llm.pydantic_ai.pydantic_embedding import PydanticEmbedding

    def open_model(http: "httpx2.AsyncClient") -> "GoogleEmbeddingModel":
        return GoogleEmbeddingModel(address.model, provider=_client(http, at))

    return PydanticEmbedding(
        address.model,
        open_model=open_model,
        mapper=error_mapper(PROVIDER, at.key, failures()),
        limits=EmbeddingLimits(TEXTS, CHARACTERS),
    )


def _client(http: "httpx2.AsyncClient", at: Endpoint) -> "GoogleProvider":
    from google.genai import Client
    from google.genai.types import HttpOptions
    from pydantic_ai.providers.google import GoogleProvider

    from workbench.llm.http.client import tls

    options = HttpOptions(
        base_url=at.url,
        httpx_async_client=http,
        # The SDK creates two more clients, unused, that would load the certificates again.
        client_args={"verify": tls()},
        async_client_args={"verify": tls(), "ssl": tls()},
    )
    client = Client(vertexai=False, api_key=at.secret, http_options=options)
    return GoogleProvider(client=client)


def _row(row: Mapping[str, Any]) -> tuple[str, str] | None:
    """``{"name": "models/gemini-3.8-flash", …}`` -> ``gemini-3.8-flash``."""
    if "generateContent" not in row.get("supportedGenerationMethods", ()):
        return None
    return str(row["name"]).removeprefix("models/"), str(row.get("displayName") or "")


PROVIDER = Provider(
    "gemini",
    "Gemini",
    chat,
    embedding,
    base_url="https://generativelanguage.googleapis.com",
    listing=ModelListing(
        "/v1beta/models",
        lambda key: {"x-goog-api-key": key},
        "models",
        _row,
        lambda page: {"pageToken": token} if (token := page.get("nextPageToken")) else None,
    ),
    priced_as="google",
    answer_defaults=AnswerDefaults(temperature=0.1, max_tokens=1024, top_p=0.8, top_k=40),
)
