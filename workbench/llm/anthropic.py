"""Anthropic through its messages API; structured output by a tool that the model has to call."""

from typing import TYPE_CHECKING

from workbench.llm.provider import Endpoint, ModelAddress, ModelListing, Provider
from workbench.settings import Settings

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.models.anthropic import AnthropicModel

    from workbench.llm.error_mapping import FailureMap
    from workbench.llm.pydantic_model import PydanticModel

API_VERSION = "2023-06-01"
"""The only one there is; the SDK sends the same."""


def failures() -> "FailureMap":
    """What the SDK may raise past pydantic-ai."""
    import anthropic

    from workbench.llm.failure_kinds import TIMEOUT, UNREACHABLE, UNREADABLE

    return (
        (anthropic.APITimeoutError, TIMEOUT),
        (anthropic.APIConnectionError, UNREACHABLE),
        (anthropic.AnthropicError, UNREADABLE),
    )


def chat(address: ModelAddress, at: Endpoint, _: Settings) -> "PydanticModel":
    """The ChatModel for one of Anthropic's models."""
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    from workbench.llm.error_mapping import error_mapper
    from workbench.llm.pydantic_model import PydanticModel

    def open_model(http: "httpx2.AsyncClient") -> "AnthropicModel":
        client = AsyncAnthropic(api_key=at.secret, base_url=at.url, http_client=http, max_retries=0)
        return AnthropicModel(address.model, provider=AnthropicProvider(anthropic_client=client))

    mapper = error_mapper(PROVIDER, at.key, failures())
    return PydanticModel(address.model, open_model=open_model, edge=mapper, mode="tool")


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
