"""Resolve a model name to its adapter, address and key by the settings."""

from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pydantic import SecretStr

from workbench.errors import ConfigurationError
from workbench.i18n.errors import localized
from workbench.llm.protocol import ChatModel
from workbench.llm.provider import Endpoint, ModelAddress, Provider
from workbench.llm.providers import PROVIDERS, provider_named
from workbench.settings import Settings

if TYPE_CHECKING:
    from workbench.llm.embedding_model import EmbeddingModel


def chat_model(name: str, settings: Settings) -> ChatModel:
    """Return the adapter for ``provider:model``, such as ``openai:gpt-4o``, without wrappers.

    A server other than the provider's default follows the model: ``compatible:name@ollama``.

    Raises:
        ConfigurationError: no such provider, no key, no address, or a server that is not allowed.
    """
    address = parse_name(name, settings)
    return PROVIDERS[address.provider].chat(address, model_endpoint(name, settings), settings)


def embedding_model(name: str, settings: Settings) -> "EmbeddingModel":
    """Return the adapter for the embedding model ``provider:model``.

    Raises:
        ConfigurationError: see ``embedding_endpoint``.
    """
    endpoint, address = embedding_endpoint(name, settings), parse_name(name, settings)
    factory = PROVIDERS[address.provider].embedding
    assert factory is not None, "embedding_endpoint refuses a provider without embeddings"
    return factory(address, endpoint)


def embedding_endpoint(name: str, settings: Settings) -> Endpoint:
    """Return the address and key of the embedding model ``provider:model``.

    Raises:
        ConfigurationError: no such provider, no key, or the provider has no embeddings.
    """
    provider = PROVIDERS[parse_name(name, settings).provider]
    if provider.embedding is None:
        known = ", ".join(one.name for one in PROVIDERS.values() if one.embedding)
        raise ConfigurationError(
            **localized("llm.no_embeddings", title=provider.title, known=known)
        )
    return model_endpoint(name, settings)


def model_endpoint(name: str, settings: Settings) -> Endpoint:
    """Return the address and key of the model ``provider:model``."""
    provider, _, server = parse_name(name, settings)
    return endpoint_of(provider, settings, server)


def parse_name(name: str, settings: Settings) -> ModelAddress:
    """Split a model name into provider, model and server.

    An ``@`` that is not followed by a known server is part of the model's name.
    """
    prefix, _, rest = (part.strip() for part in name.partition(":"))
    provider = provider_named(prefix)
    if not rest:
        raise ConfigurationError(**localized("llm.no_model", name=name, provider=prefix))
    model, _, server = rest.rpartition("@")
    if provider.presets and model and server in {*settings.compatible_servers, *provider.presets}:
        return ModelAddress(prefix, model, server)
    return ModelAddress(prefix, rest)


def endpoint_of(name: str, settings: Settings, server: str = "") -> Endpoint:
    """Return a provider's address and key from the settings.

    Args:
        name: the provider's name.
        settings: the settings with the keys to use.
        server: the name of a server other than the provider's default.

    Raises:
        ConfigurationError: the address or the key is missing or malformed, or the settings do not
            allow a question to name the server.
    """
    provider = provider_named(name)
    if server:
        require_allowed(server, settings)
        return _server_endpoint(provider, server, settings)
    said = settings.base_url_of(name) or provider.base_url
    preset = provider.presets.get(said)
    key = _key(provider.key_variable, settings.api_key_of(name))
    if key is None and (provider.needs_key or (preset and preset.needs_key)):
        raise ConfigurationError(**localized("llm.no_key", variable=provider.key_variable))
    url = preset.base_url if preset else _url(provider, provider.url_variable, said)
    return Endpoint(url, key)


def require_allowed(server: str, settings: Settings) -> None:
    """Raise a ConfigurationError if MODEL_SERVERS forbids questions and sessions to name a server.

    Args:
        server: a server's name, or an address entered by the user.
        settings: the operator's settings. Servers they name are always allowed.
    """
    if settings.model_servers == "any" or server in _named_servers(settings):
        return
    raise ConfigurationError(**localized("llm.server_not_allowed", server=server))


def _named_servers(settings: Settings) -> set[str]:
    """Servers in the settings: base URLs, COMPATIBLE_SERVERS, and after the ``@`` of a model."""
    after_at = {name.rpartition("@")[2] for name in settings.model_names}
    usual = {settings.base_url_of(name) or "" for name, one in PROVIDERS.items() if one.presets}
    return {*usual, *settings.compatible_servers, *after_at}


def _server_endpoint(provider: Provider, server: str, settings: Settings) -> Endpoint:
    """Resolve a named server, which has its own key: the default server's is never sent to it."""
    preset = provider.presets.get(server)
    said = settings.compatible_servers.get(server) or (preset.base_url if preset else "")
    key = _key("COMPATIBLE_KEYS", settings.compatible_keys.get(server))
    if key is None and preset and preset.needs_key:
        raise ConfigurationError(**localized("llm.no_key", variable=f"COMPATIBLE_KEYS: {server}"))
    return Endpoint(_url(provider, "COMPATIBLE_SERVERS", said), key)


def _key(variable: str, key: SecretStr | None) -> SecretStr | None:
    secret = key.get_secret_value().strip() if key else ""
    if not secret:
        return None
    if not (secret.isascii() and secret.isprintable()) or " " in secret:
        raise ConfigurationError(**localized("llm.bad_key", variable=variable))
    return SecretStr(secret)


def _url(provider: Provider, variable: str, url: str) -> str:
    if not url:
        presets = ", ".join(provider.presets)
        raise ConfigurationError(**localized("llm.no_url", variable=variable, presets=presets))
    if not is_web_address(url):
        raise ConfigurationError(**localized("llm.bad_url", variable=variable, url=url))
    return url


@lru_cache(maxsize=64)
def is_web_address(text: str) -> bool:
    """Whether a text is an http(s) URL with a host that the client can call."""
    import httpx2

    try:
        parts, url = urlsplit(text), httpx2.URL(text)
        has_port = parts.port is None or parts.port > 0
    except (ValueError, httpx2.InvalidURL):
        return False
    is_plain = text.isprintable() and " " not in text
    return parts.scheme in {"http", "https"} and bool(url.host) and has_port and is_plain
