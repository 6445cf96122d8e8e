"""What describes a model provider: its names, address, presets, adapters and model list.

Each adapter module defines one `Provider`; settings, keys of a session, the Models page, the model
list, error messages and prices are read from it. An adapter imports its SDK inside the functions
that need it, so that a description costs nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from pydantic import SecretStr

from workbench.settings import Settings

if TYPE_CHECKING:
    from workbench.llm.embedding_model import EmbeddingModel
    from workbench.llm.protocol import ChatModel


@dataclass(frozen=True)
class Endpoint:
    """Where a provider is called, and with which key."""

    url: str
    key: SecretStr | None = field(default=None, repr=False)

    @property
    def secret(self) -> str:
        """The key in clear; empty where there is none."""
        return self.key.get_secret_value() if self.key else ""


class ModelAddress(NamedTuple):
    """The parts of ``provider:model@server``."""

    provider: str
    model: str
    """As the provider knows it."""
    server: str = ""
    """A server by name; empty for the provider's usual one."""

    @property
    def label(self) -> str:
        """The model as the settings name it, without its provider."""
        return f"{self.model}@{self.server}" if self.server else self.model


@dataclass(frozen=True)
class Preset:
    """A server to choose by name in place of an address."""

    title: str
    base_url: str
    needs_key: bool = False


def bearer(key: str) -> dict[str, str]:
    """The header of OpenAI's protocol; none without a key."""
    return {"authorization": f"Bearer {key}"} if key else {}


def named_row(row: Mapping[str, Any]) -> tuple[str, str]:
    """A model in the list of OpenAI's protocol, such as ``{"id": "gpt-4o"}``."""
    return str(row["id"]), str(row.get("name") or "")


@dataclass(frozen=True)
class ModelListing:
    """How a provider's model list is requested, and how a page of it is read."""

    path: str = "/models"
    """After the base URL."""
    headers: Callable[[str], dict[str, str]] = bearer
    """From the key."""
    rows: str = "data"
    """The field that holds the models."""
    read: Callable[[Mapping[str, Any]], tuple[str, str] | None] = named_row
    """A row -> name and title; None for what is no chat model."""
    next_page: Callable[[Mapping[str, Any]], dict[str, str] | None] = lambda _: None
    """A page -> the query of the next one; None after the last."""


@dataclass(frozen=True)
class AnswerDefaults:
    """How a provider's models write answers where the settings say nothing."""

    temperature: float
    max_tokens: int
    top_p: float | None = None
    top_k: int | None = None


ChatFactory: TypeAlias = "Callable[[ModelAddress, Endpoint, Settings], ChatModel]"
EmbeddingFactory: TypeAlias = "Callable[[ModelAddress, Endpoint], EmbeddingModel]"


@dataclass(frozen=True)
class Provider:
    """One provider. Its settings are ``<NAME>_API_KEY`` and ``<NAME>_BASE_URL``."""

    name: str
    """In lower case, as in ``name:model``."""
    title: str
    """As people call it; ``messages.yaml`` may translate it."""
    chat: ChatFactory
    """Makes the adapter for one model: one try, nothing recorded."""
    embedding: "EmbeddingFactory | None" = None
    """The same for an embedding model; None where the provider has none."""
    base_url: str = ""
    """Where it listens unless the settings say otherwise; empty if they have to."""
    needs_key: bool = True
    presets: Mapping[str, Preset] = field(default_factory=dict)
    """Servers that ``<NAME>_BASE_URL`` may name, or a model after its ``@``."""
    listing: ModelListing = ModelListing()
    priced_as: str = ""
    """Its name in genai-prices; empty where prices are not known."""
    answer_defaults: AnswerDefaults | None = None

    @property
    def key_variable(self) -> str:
        """The environment variable of its key."""
        return f"{self.name.upper()}_API_KEY"

    @property
    def url_variable(self) -> str:
        """The environment variable of its base URL."""
        return f"{self.name.upper()}_BASE_URL"
