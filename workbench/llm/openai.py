"""OpenAI through its chat completions; structured output by its own constrained decoding."""

import httpx2
import openai
from openai import AsyncOpenAI
from pydantic import SecretStr
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers.openai import OpenAIProvider

from workbench.llm.failures import TIMEOUT, UNREACHABLE, UNREADABLE, FailureMap, edge_of
from workbench.llm.pydantic_model import PydanticModel
from workbench.llm.schemas import RememberingModel

FAILURES: FailureMap = (
    (openai.APITimeoutError, TIMEOUT),
    (openai.APIConnectionError, UNREACHABLE),
    (openai.OpenAIError, UNREADABLE),
)
"""What the SDK may raise past pydantic-ai."""


def openai_model(model: str, *, api_key: SecretStr, base_url: str) -> PydanticModel:
    """The ChatModel for one of OpenAI's models."""
    profile = OpenAIModelProfile(openai_chat_streaming_requires_finish_reason=True)

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
        edge=edge_of("openai", api_key, FAILURES),
        mode="native",
        strict=True,
        ignored=frozenset({"top_k"}),
    )
