"""Adapter for servers with OpenAI's protocol: Ollama, vLLM, LM Studio, llama.cpp and gateways."""

from typing import TYPE_CHECKING

from workbench.llm.provider import Endpoint, ModelAddress, Preset, Provider
from workbench.settings import Settings

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    from workbench.llm.pydantic_ai.openai_sdk import SchemaCachingModel
    from workbench.llm.pydantic_ai.pydantic_embedding import PydanticEmbedding
    from workbench.llm.pydantic_ai.pydantic_model import PydanticModel

NO_KEY = "none"
"""Sent when there is no key; without one the SDK would read OPENAI_API_KEY."""

TEXTS, CHARACTERS = 64, 100_000
"""Texts and characters per request: small batches fit a local server's memory and deadline."""

PRESETS = {
    "ollama": Preset("Ollama", "http://127.0.0.1:11434/v1"),
    "vllm": Preset("vLLM", "http://127.0.0.1:8000/v1"),
    "lm-studio": Preset("LM Studio", "http://127.0.0.1:1234/v1"),
    "llama.cpp": Preset("llama.cpp", "http://127.0.0.1:8080/v1"),
    "litellm": Preset("LiteLLM proxy", "http://127.0.0.1:4000/v1"),
    "openrouter": Preset("OpenRouter", "https://openrouter.ai/api/v1", needs_key=True),
}
"""The default address of each server."""


def chat(address: ModelAddress, at: Endpoint, settings: Settings) -> "PydanticModel":
    """Return a ChatModel for a model of a compatible server.

    COMPATIBLE_OUTPUT selects how a schema is enforced: by ``response_format``, or only by the
    prompt for servers that do not support it.
    """
    from pydantic_ai.profiles.openai import OpenAIModelProfile

    from workbench.llm.failures.error_mapping import error_mapper
    from workbench.llm.pydantic_ai.openai_sdk import FAILURES, LenientModel
    from workbench.llm.pydantic_ai.pydantic_model import PydanticModel
    from workbench.llm.pydantic_ai.reasoning_tags import UNTAGGED

    profile = OpenAIModelProfile(
        openai_chat_streaming_requires_finish_reason=True,
        openai_chat_supports_max_completion_tokens=False,
        openai_chat_supports_multiple_system_messages=False,
        openai_supports_strict_tool_definition=False,
        supports_json_object_output=False,
        supports_json_schema_output=True,
        thinking_tags=UNTAGGED,
    )

    def open_model(http: "httpx2.AsyncClient") -> "SchemaCachingModel":
        return LenientModel(address.model, provider=_client(http, at), profile=profile)

    return PydanticModel(
        address.label,
        open_model=open_model,
        mapper=error_mapper(PROVIDER, at.key, FAILURES),
        mode="native" if settings.compatible_output == "json_schema" else "prompted",
        ignored=frozenset({"top_k"}),
    )


def embedding(address: ModelAddress, at: Endpoint) -> "PydanticEmbedding":
    """Return an embedding model of a compatible server."""
    from pydantic_ai.embeddings.openai import OpenAIEmbeddingModel

    from workbench.llm.embedding_model import EmbeddingLimits
    from workbench.llm.failures.error_mapping import error_mapper
    from workbench.llm.pydantic_ai.openai_sdk import FAILURES
    from workbench.llm.pydantic_ai.pydantic_embedding import PydanticEmbedding

    return PydanticEmbedding(
        address.label,
        open_model=lambda http: OpenAIEmbeddingModel(address.model, provider=_client(http, at)),
        mapper=error_mapper(PROVIDER, at.key, FAILURES),
        limits=EmbeddingLimits(TEXTS, CHARACTERS),
    )


def _client(http: "httpx2.AsyncClient", at: Endpoint) -> "OpenAICompatibleProvider":
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    from workbench.llm.pydantic_ai.openai_sdk import open_client

    client = open_client(http, at.url, at.secret or NO_KEY)
    client.organization = client.project = None  # the SDK read OpenAI's from the environment
    return OpenAICompatibleProvider(PROVIDER.name, openai_client=client)


PROVIDER = Provider(
    "compatible", "Compatible server", chat, embedding, needs_key=False, presets=PRESETS
)
