"""Describe a model provider: its names, address, presets, adapters and model list.

Each adapter module defines one `Provider`, which settings, session keys, the Models page, the model
list, error messages and prices read. An adapter imports its SDK inside the functions that need it,
so that reading a description loads no SDK.
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
        """The key in plain text; empty if there is none."""
        return self.key.get_secret_value() if self.key else ""


class ModelAddress(NamedTuple):
    """The parts of ``provider:model@server``."""

    provider: str
    model: str
    """The provider's own name of the model."""
    server: str = ""
    """The name of a server; empty for the provider's default."""

    @property
    def label(self) -> str:
        """``model@server``, or ``model`` for the default server."""
        return f"{self.model}@{self.server}" if self.server else self.model


@dataclass(frozen=True)
class Preset:
    """A server that settings may name instead of giving its address."""

    title: str
    base_url: str
    needs_key: bool = False


def bearer_header(key: str) -> dict[str, str]:
    """The authorization header of OpenAI's protocol; empty without a key."""
    return {"authorization": f"Bearer {key}"} if key else {}


def read_model_row(row: Mapping[str, Any]) -> tuple[str, str]:
    """Name and title of a row of OpenAI's model list, such as ``{"id": "gpt-4o"}``."""
    return str(row["id"]), str(row.get("name") or "")


@dataclass(frozen=True)
class ModelListing:
    """How a provider's model list is requested, and how a page of it is read."""

    path: str = "/models"
    """Path relative to the base URL."""
    headers: Callable[[str], dict[str, str]] = bearer_header
    """Returns the request headers for a key."""
    rows: str = "data"
    """The field of a page that holds the models."""
    read: Callable[[Mapping[str, Any]], tuple[str, str] | None] = read_model_row
    """Returns the name and title of a row; None if it is not a chat model."""
    next_page: Callable[[Mapping[str, Any]], dict[str, str] | None] = lambda _: None
    """Returns the query of the page after this one; None after the last."""


@dataclass(frozen=True)
class AnswerDefaults:
    """Sampling defaults of a provider's answers, for values that the settings leave open."""

    temperature: float
    max_tokens: int
    top_p: float | None = None
    top_k: int | None = None


ChatFactory: TypeAlias = "Callable[[ModelAddress, Endpoint, Settings], ChatModel]"
EmbeddingFactory: TypeAlias = "Callable[[ModelAddress, Endpoint], EmbeddingModel]"


@dataclass(frozen=True)
class Provider:
    """A provider. Its settings are ``<NAME>_API_KEY`` and ``<NAME>_BASE_URL``."""

    name: str
    """In lower case, as in ``name:model``."""
    title: str
    """Display name; ``messages.yaml`` may translate it."""
    chat: ChatFactory
    """Creates the adapter of one model, without wrappers."""
    embedding: "EmbeddingFactory | None" = None
    """The same for an embedding model; None if the provider has none."""
    base_url: str = ""
    """Default base URL; empty if the settings have to give one."""
    needs_key: bool = True
    presets: Mapping[str, Preset] = field(default_factory=dict)
    """Servers that ``<NAME>_BASE_URL`` or the ``@`` of a model may name."""
    listing: ModelListing = ModelListing()
    priced_as: str = ""
    """The provider's name in genai-prices; empty if prices are unknown."""
    answer_defaults: AnswerDefaults | None = None

    @property
    def key_variable(self) -> str:
        """The environment variable of its key."""
        return f"{self.name.upper()}_API_KEY"

    @property
    def url_variable(self) -> str:
        """The environment variable of its base URL."""
        return f"{self.name.upper()}_BASE_URL"
