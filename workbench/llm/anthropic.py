"""Anthropic through its messages; structured output by a tool that the model has to call."""

import anthropic
import httpx2
from anthropic import AsyncAnthropic
from pydantic import SecretStr
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.providers.anthropic import AnthropicProvider

from workbench.llm.failures import TIMEOUT, UNREACHABLE, UNREADABLE, Edge, FailureMap
from workbench.llm.pydantic_model import PydanticModel

BASE_URL = "https://api.anthropic.com"
FAILURES: FailureMap = (
    (anthropic.APITimeoutError, TIMEOUT),
    (anthropic.APIConnectionError, UNREACHABLE),
    (anthropic.AnthropicError, UNREADABLE),
)
"""What the SDK may raise past pydantic-ai."""


def anthropic_model(
    model: str, *, api_key: SecretStr, base_url: str | None = None
) -> PydanticModel:
    """The ChatModel for one of Anthropic's models."""

    def open_model(http: httpx2.AsyncClient) -> AnthropicModel:
        client = AsyncAnthropic(
            api_key=api_key.get_secret_value(),
            base_url=base_url or BASE_URL,
            http_client=http,
            max_retries=0,
        )
        return AnthropicModel(model, provider=AnthropicProvider(anthropic_client=client))

    edge = Edge(
        "anthropic", "Anthropic", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", FAILURES, api_key
    )
    return PydanticModel(model, open_model=open_model, edge=edge, mode="tool")
