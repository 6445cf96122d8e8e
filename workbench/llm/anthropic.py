"""Anthropic through its messages; structured output by a tool that the model has to call."""

import anthropic
import httpx2
from anthropic import AsyncAnthropic
from pydantic import SecretStr
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.providers.anthropic import AnthropicProvider

from workbench.llm.error_mapping import FailureMap, error_mapper
from workbench.llm.failure_kinds import TIMEOUT, UNREACHABLE, UNREADABLE
from workbench.llm.pydantic_model import PydanticModel

FAILURES: FailureMap = (
    (anthropic.APITimeoutError, TIMEOUT),
    (anthropic.APIConnectionError, UNREACHABLE),
    (anthropic.AnthropicError, UNREADABLE),
)
"""What the SDK may raise past pydantic-ai."""


def anthropic_model(model: str, *, api_key: SecretStr, base_url: str) -> PydanticModel:
    """The ChatModel for one of Anthropic's models."""

    def open_model(http: httpx2.AsyncClient) -> AnthropicModel:
        client = AsyncAnthropic(
            api_key=api_key.get_secret_value(),
            base_url=base_url,
            http_client=http,
            max_retries=0,
        )
        return AnthropicModel(model, provider=AnthropicProvider(anthropic_client=client))

    edge = error_mapper("anthropic", api_key, FAILURES)
    return PydanticModel(model, open_model=open_model, edge=edge, mode="tool")
