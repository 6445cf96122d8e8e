"""The providers by name; an SDK is imported only when its provider is chosen."""

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import urlsplit

from pydantic import SecretStr

from workbench.errors import ConfigurationError
from workbench.language.errors import worded
from workbench.llm.presets import PRESETS
from workbench.llm.protocol import ChatModel
from workbench.settings import Settings

if TYPE_CHECKING:
    from workbench.llm.embedding import EmbeddingModel


@dataclass(frozen=True)
class Access:
    """Where a provider listens, and with which key."""

    url: str
    key: SecretStr | None = field(default=None, repr=False)


Build: TypeAlias = Callable[[str, Access, Settings], ChatModel]

URLS: Mapping[str, str | None] = {
    "openai": "https://api.openai.com/v1",
    "anthropic": "https://api.anthropic.com",
    "gemini": "https://generativelanguage.googleapis.com",
    "compatible": None,
}
"""Where each provider listens by itself; a compatible server has to be named."""


def chat_model(name: str, settings: Settings) -> ChatModel:
    """The model called ``provider:name``, such as ``openai:gpt-4o``: one try, nothing recorded."""
    provider, model = _named(name)
    return PROVIDERS[provider](model, access(provider, settings), settings)


def embedding_model(name: str, settings: Settings) -> "EmbeddingModel":
    """The embedding model called ``provider:name``: one try.

    Raises:
        ConfigurationError: see ``embedding_access``.
    """
    at = embedding_access(name, settings)
    provider, model = _named(name)
    return EMBEDDINGS[provider](model, at)


def embedding_access(name: str, settings: Settings) -> Access:
    """Where the embedding model called ``provider:name`` is asked.

    Raises:
        ConfigurationError: there is no such provider, it has no embeddings, or it lacks its key.
    """
    provider, _ = _named(name)
    if provider not in EMBEDDINGS:
        known = ", ".join(EMBEDDINGS)
        raise ConfigurationError(**worded("llm.no_embeddings", title=provider, known=known))
    return access(provider, settings)


def _named(name: str) -> tuple[str, str]:
    """Provider and model."""
    provider, _, model = name.partition(":")
    known_provider(provider)
    if not model:
        raise ConfigurationError(**worded("llm.no_model", name=name, provider=provider))
    return provider, model


def known_provider(provider: str) -> None:
    """Raises a ConfigurationError, with the nearest name, where there is no such provider."""
    if provider in PROVIDERS:
        return
    near = difflib.get_close_matches(provider, PROVIDERS, n=1)
    meant = {"near": near[0]} if near else {}
    known = ", ".join(PROVIDERS)
    raise ConfigurationError(**worded("llm.no_provider", name=provider, known=known, **meant))


def access(provider: str, settings: Settings) -> Access:
    """Where the settings say that a provider listens, and its key.

    Raises:
        ConfigurationError: the address or the key is missing, or is none.
    """
    said: str = getattr(settings, f"{provider}_base_url") or URLS[provider] or ""
    preset = PRESETS.get(said) if provider == "compatible" else None
    key = _key(provider, getattr(settings, f"{provider}_api_key"))
    if key is None and (provider != "compatible" or (preset and preset.wants_key)):
        raise ConfigurationError(**worded("llm.no_key", variable=f"{provider.upper()}_API_KEY"))
    return Access(preset.base_url if preset else _url(provider, said), key)


def _openai(model: str, at: Access, _: Settings) -> ChatModel:
    from workbench.llm.openai import openai_model

    return openai_model(model, api_key=_given(at.key), base_url=at.url)


def _anthropic(model: str, at: Access, _: Settings) -> ChatModel:
    from workbench.llm.anthropic import anthropic_model

    return anthropic_model(model, api_key=_given(at.key), base_url=at.url)


def _gemini(model: str, at: Access, _: Settings) -> ChatModel:
    from workbench.llm.gemini import gemini_model

    return gemini_model(model, api_key=_given(at.key), base_url=at.url)


def _compatible(model: str, at: Access, settings: Settings) -> ChatModel:
    from workbench.llm.compatible import compatible_model

    output = settings.compatible_output
    return compatible_model(model, base_url=at.url, api_key=at.key, output=output)


PROVIDERS: Mapping[str, Build] = {
    "openai": _openai,
    "anthropic": _anthropic,
    "gemini": _gemini,
    "compatible": _compatible,
}


def _openai_embedding(model: str, at: Access) -> "EmbeddingModel":
    from workbench.llm.openai import openai_embedding

    return openai_embedding(model, api_key=_given(at.key), base_url=at.url)


def _gemini_embedding(model: str, at: Access) -> "EmbeddingModel":
    from workbench.llm.gemini import gemini_embedding

    return gemini_embedding(model, api_key=_given(at.key), base_url=at.url)


def _compatible_embedding(model: str, at: Access) -> "EmbeddingModel":
    from workbench.llm.compatible import compatible_embedding

    return compatible_embedding(model, base_url=at.url, api_key=at.key)


EMBEDDINGS: Mapping[str, "Callable[[str, Access], EmbeddingModel]"] = {
    "openai": _openai_embedding,
    "gemini": _gemini_embedding,
    "compatible": _compatible_embedding,
}
"""The providers that have embeddings."""


def _given(key: SecretStr | None) -> SecretStr:
    assert key is not None, "access() refuses a missing key"
    return key


def _key(provider: str, key: SecretStr | None) -> SecretStr | None:
    variable = f"{provider.upper()}_API_KEY"
    secret = key.get_secret_value().strip() if key else ""
    if not secret:
        return None
    if not (secret.isascii() and secret.isprintable()) or " " in secret:
        raise ConfigurationError(**worded("llm.bad_key", variable=variable))
    return SecretStr(secret)


def _url(provider: str, url: str) -> str:
    variable = f"{provider.upper()}_BASE_URL"
    if not url:
        presets = ", ".join(PRESETS)
        raise ConfigurationError(**worded("llm.no_url", variable=variable, presets=presets))
    if urlsplit(url).scheme not in {"http", "https"} or not urlsplit(url).hostname:
        raise ConfigurationError(**worded("llm.bad_url", variable=variable, url=url))
    return url
