"""The providers by name; an SDK is imported only when its provider is chosen."""

import difflib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from pydantic import SecretStr

from workbench.errors import ConfigurationError
from workbench.i18n.errors import localized
from workbench.llm.endpoint import Endpoint, ModelAddress, endpoint_of, parse_address
from workbench.llm.protocol import ChatModel
from workbench.settings import Settings

if TYPE_CHECKING:
    from workbench.llm.embedding_model import EmbeddingModel


Build: TypeAlias = Callable[[ModelAddress, Endpoint, Settings], ChatModel]


def chat_model(name: str, settings: Settings) -> ChatModel:
    """The model called ``provider:name``, such as ``openai:gpt-4o``: one try, nothing recorded.

    A compatible server other than the usual one stands after the model: ``compatible:name@ollama``.
    """
    named = _named(name, settings)
    return PROVIDERS[named.provider](named, access_to(name, settings), settings)


def embedding_model(name: str, settings: Settings) -> "EmbeddingModel":
    """The embedding model called ``provider:name``: one try.

    Raises:
        ConfigurationError: see ``embedding_access``.
    """
    at = embedding_access(name, settings)
    named = _named(name, settings)
    return EMBEDDINGS[named.provider](named, at)


def embedding_access(name: str, settings: Settings) -> Endpoint:
    """Where the embedding model called ``provider:name`` is asked.

    Raises:
        ConfigurationError: there is no such provider, it has no embeddings, or it lacks its key.
    """
    provider = _named(name, settings).provider
    if provider not in EMBEDDINGS:
        known = ", ".join(EMBEDDINGS)
        raise ConfigurationError(**localized("llm.no_embeddings", title=provider, known=known))
    return access_to(name, settings)


def access_to(name: str, settings: Settings) -> Endpoint:
    """Where the model called ``provider:name`` is asked, and with which key."""
    provider, _, server = _named(name, settings)
    return endpoint_of(provider, settings, server)


def _named(name: str, settings: Settings) -> ModelAddress:
    """The parts of a model's name."""
    provider, _, rest = (part.strip() for part in name.partition(":"))
    known_provider(provider)
    if not rest:
        raise ConfigurationError(**localized("llm.no_model", name=name, provider=provider))
    return parse_address(provider, rest, settings)


def known_provider(provider: str) -> None:
    """Raises a ConfigurationError, with the nearest name, where there is no such provider."""
    if provider in PROVIDERS:
        return
    near = difflib.get_close_matches(provider, PROVIDERS, n=1)
    meant = {"near": near[0]} if near else {}
    known = ", ".join(PROVIDERS)
    raise ConfigurationError(**localized("llm.no_provider", name=provider, known=known, **meant))


def _openai(named: ModelAddress, at: Endpoint, _: Settings) -> ChatModel:
    from workbench.llm.openai import openai_model

    return openai_model(named.model, api_key=_given(at.key), base_url=at.url)


def _anthropic(named: ModelAddress, at: Endpoint, _: Settings) -> ChatModel:
    from workbench.llm.anthropic import anthropic_model

    return anthropic_model(named.model, api_key=_given(at.key), base_url=at.url)


def _gemini(named: ModelAddress, at: Endpoint, _: Settings) -> ChatModel:
    from workbench.llm.gemini import gemini_model

    return gemini_model(named.model, api_key=_given(at.key), base_url=at.url)


def _compatible(named: ModelAddress, at: Endpoint, settings: Settings) -> ChatModel:
    from workbench.llm.compatible import compatible_model

    output = settings.compatible_output
    return compatible_model(
        named.model, label=named.label, base_url=at.url, api_key=at.key, output=output
    )


PROVIDERS: Mapping[str, Build] = {
    "openai": _openai,
    "anthropic": _anthropic,
    "gemini": _gemini,
    "compatible": _compatible,
}


def _openai_embedding(named: ModelAddress, at: Endpoint) -> "EmbeddingModel":
    from workbench.llm.openai import openai_embedding

    return openai_embedding(named.model, api_key=_given(at.key), base_url=at.url)


def _gemini_embedding(named: ModelAddress, at: Endpoint) -> "EmbeddingModel":
    from workbench.llm.gemini import gemini_embedding

    return gemini_embedding(named.model, api_key=_given(at.key), base_url=at.url)


def _compatible_embedding(named: ModelAddress, at: Endpoint) -> "EmbeddingModel":
    from workbench.llm.compatible import compatible_embedding

    return compatible_embedding(named.model, label=named.label, base_url=at.url, api_key=at.key)


EMBEDDINGS: Mapping[str, "Callable[[ModelAddress, Endpoint], EmbeddingModel]"] = {
    "openai": _openai_embedding,
    "gemini": _gemini_embedding,
    "compatible": _compatible_embedding,
}
"""The providers that have embeddings."""


def _given(key: SecretStr | None) -> SecretStr:
    assert key is not None, "access() refuses a missing key"
    return key
