"""Adapter for Anthropic's messages API; structured output is a forced tool call."""

from typing import TYPE_CHECKING

from workbench.llm.provider import Endpoint, ModelAddress, ModelListing, Provider
from workbench.settings import Settings

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.models.anthropic import AnthropicModel

    from workbench.llm.failures.error_mapping import FailureMap
    from workbench.llm.pydantic_ai.pydantic_model import PydanticModel

API_VERSION = "2023-06-01"
"""The value of the ``anthropic-version`` header; the SDK sends the same one."""


def failures() -> "FailureMap":
    """SDK exceptions that pydantic-ai does not convert, with the failure that each one means."""
    import anthropic

    from workbench.llm.failures.kinds import TIMEOUT, UNREACHABLE, UNREADABLE

    return (
        (anthropic.APITimeoutError, TIMEOUT),
        (anthropic.APIConnectionError, UNREACHABLE),
        (anthropic.AnthropicError, UNREADABLE),
    )


def chat(address: ModelAddress, at: Endpoint, _: Settings) -> "PydanticModel":
    """Return a ChatModel for an Anthropic model."""
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    from workbench.llm.failures.error_mapping import error_mapper
    from workbench.llm.pydantic_ai.pydantic_model import PydanticModel

    def open_model(http: "httpx2.AsyncClient") -> "AnthropicModel":
        client = AsyncAnthropic(api_key=at.secret, base_url=at.url, http_client=http, max_retries=0)
        return AnthropicModel(address.model, provider=AnthropicProvider(anthropic_client=client))

    mapper = error_mapper(PROVIDER, at.key, failures())
    return PydanticModel(address.model, open_model=open_model, mapper=mapper, mode="tool")


PROVIDER = Provider(
    "anthropic",
    "Anthropic",
    chat,
    base_url="https://api.anthropic.com",
    listing=ModelListing(
        "/v1/models",
        lambda key: {"x-api-key": key, "anthropic-version": API_VERSION},
        read=lambda row: (str(row["id"]), str(row.get("display_name") or "")),
        next_page=lambda page: {"after_id": str(page["last_id"])} if page.get("has_more") else None,
    ),
    priced_as="anthropic",
)
