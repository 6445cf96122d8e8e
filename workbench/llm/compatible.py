"""Any server with OpenAI's protocol: Ollama, vLLM, LM Studio, llama.cpp and gateways."""

from typing import Any, Literal

import httpx2
from openai.types.chat import ChatCompletion
from pydantic import BaseModel, SecretStr
from pydantic_ai.embeddings.openai import OpenAIEmbeddingModel
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

from workbench.llm.embedding_model import Limits, PydanticEmbedding
from workbench.llm.error_mapping import error_mapper
from workbench.llm.openai import FAILURES, InOrderClient
from workbench.llm.openai_schemas import RememberingModel
from workbench.llm.pydantic_model import PydanticModel
from workbench.llm.reasoning_tags import UNTAGGED
from workbench.llm.replies import COMPATIBLE

NO_KEY = "none"
"""The SDK wants some key, and would take OpenAI's from the environment if it got none."""

LIMITS = Limits(texts=64, characters=100_000)
"""Local servers take what their memory holds, and answer within the deadline what is not much."""

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


def compatible_model(
    model: str,
    *,
    label: str = "",
    base_url: str,
    api_key: SecretStr | None = None,
    output: Literal["json_schema", "prompt"] = "json_schema",
) -> PydanticModel:
    """The ChatModel for a model of a compatible server.

    ``label`` is what the settings call it, where that says which server. ``output`` says how the
    server is held to a schema: by ``response_format``, or by words alone where it does not have it.
    """
    profile = OpenAIModelProfile(
        openai_chat_streaming_requires_finish_reason=True,
        openai_chat_supports_max_completion_tokens=False,
        openai_chat_supports_multiple_system_messages=False,
        openai_supports_strict_tool_definition=False,
        supports_json_object_output=False,
        supports_json_schema_output=True,
        thinking_tags=UNTAGGED,
    )

    def open_model(http: httpx2.AsyncClient) -> RememberingModel:
        return LenientModel(model, provider=_provider(http, base_url, api_key), profile=profile)

    return PydanticModel(
        label or model,
        open_model=open_model,
        edge=error_mapper(COMPATIBLE, api_key, FAILURES),
        mode="native" if output == "json_schema" else "prompted",
        ignored=frozenset({"top_k"}),
    )


def compatible_embedding(
    model: str, *, label: str = "", base_url: str, api_key: SecretStr | None = None
) -> PydanticEmbedding:
    """An embedding model of a compatible server."""
    return PydanticEmbedding(
        label or model,
        open_model=lambda http: OpenAIEmbeddingModel(
            model, provider=_provider(http, base_url, api_key)
        ),
        edge=error_mapper(COMPATIBLE, api_key, FAILURES),
        limits=LIMITS,
    )


def _provider(
    http: httpx2.AsyncClient, base_url: str, api_key: SecretStr | None
) -> OpenAICompatibleProvider:
    client = InOrderClient(
        api_key=api_key.get_secret_value() if api_key else NO_KEY,
        base_url=base_url,
        http_client=http,
        max_retries=0,
    )
    client.organization = client.project = None  # taken from the environment, for OpenAI alone
    return OpenAICompatibleProvider(COMPATIBLE, openai_client=client)
