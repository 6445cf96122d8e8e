"""Where each provider listens and with which key, as the settings say."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urlsplit

from pydantic import SecretStr

from workbench.errors import ConfigurationError
from workbench.i18n.errors import localized
from workbench.llm.presets import PRESETS
from workbench.settings import Settings


@dataclass(frozen=True)
class Endpoint:
    """Where a provider listens, and with which key."""

    url: str
    key: SecretStr | None = field(default=None, repr=False)


class ModelAddress(NamedTuple):
    """A model's name in its parts."""

    provider: str
    model: str
    """As the provider knows it."""
    server: str = ""
    """Of compatible models: which server, by name; the usual one where there is none."""

    @property
    def label(self) -> str:
        """The model as the settings name it, without its provider."""
        return f"{self.model}@{self.server}" if self.server else self.model


URLS: Mapping[str, str | None] = {
    "openai": "https://api.openai.com/v1",
    "anthropic": "https://api.anthropic.com",
    "gemini": "https://generativelanguage.googleapis.com",
    "compatible": None,
}
"""Where each provider listens by itself; a compatible server has to be named."""


def parse_address(provider: str, rest: str, settings: Settings) -> ModelAddress:
    """What stands after the provider: a model, and perhaps the compatible server that has it.

    An ``@`` that no known server follows belongs to the model's name.
    """
    model, _, server = rest.rpartition("@")
    if provider == "compatible" and model and server in {*settings.compatible_servers, *PRESETS}:
        return ModelAddress(provider, model, server)
    return ModelAddress(provider, rest)


def endpoint_of(provider: str, settings: Settings, server: str = "") -> Endpoint:
    """Where the settings say that a provider listens, and its key.

    Raises:
        ConfigurationError: the address or the key is missing or malformed, or the settings do not
            let a question name the server.
    """
    if server:
        require_allowed(server, settings)
        return _access_to_server(server, settings)
    said: str = getattr(settings, f"{provider}_base_url") or URLS[provider] or ""
    preset = PRESETS.get(said) if provider == "compatible" else None
    variable = f"{provider.upper()}_API_KEY"
    key = _key(variable, getattr(settings, f"{provider}_api_key"))
    if key is None and (provider != "compatible" or (preset and preset.wants_key)):
        raise ConfigurationError(**localized("llm.no_key", variable=variable))
    url = preset.base_url if preset else _url(f"{provider.upper()}_BASE_URL", said)
    return Endpoint(url, key)


def require_allowed(server: str, settings: Settings) -> None:
    """Raise a ConfigurationError where MODEL_SERVERS keeps a question or session from a server.

    Args:
        server: a server's name, or an address typed in.
        settings: the operator's own. What they name themselves is always allowed.
    """
    if settings.model_servers == "any" or server in _named_servers(settings):
        return
    raise ConfigurationError(**localized("llm.server_not_allowed", server=server))


def _named_servers(settings: Settings) -> set[str]:
    """The servers that the settings name: by address, in their table, or after a model's ``@``."""
    after_at = {name.rpartition("@")[2] for name in settings.model_names}
    return {settings.compatible_base_url or "", *settings.compatible_servers, *after_at}


def _access_to_server(server: str, settings: Settings) -> Endpoint:
    """A server by name has a key of its own: the usual server's is never sent there."""
    preset = PRESETS.get(server)
    said = settings.compatible_servers.get(server) or (preset.base_url if preset else "")
    key = _key("COMPATIBLE_KEYS", settings.compatible_keys.get(server))
    if key is None and preset and preset.wants_key:
        raise ConfigurationError(**localized("llm.no_key", variable=f"COMPATIBLE_KEYS: {server}"))
    return Endpoint(_url("COMPATIBLE_SERVERS", said), key)


def _key(variable: str, key: SecretStr | None) -> SecretStr | None:
    secret = key.get_secret_value().strip() if key else ""
    if not secret:
        return None
    if not (secret.isascii() and secret.isprintable()) or " " in secret:
        raise ConfigurationError(**localized("llm.bad_key", variable=variable))
    return SecretStr(secret)


def _url(variable: str, url: str) -> str:
    if not url:
        presets = ", ".join(PRESETS)
        raise ConfigurationError(**localized("llm.no_url", variable=variable, presets=presets))
    if not is_web_address(url):
        raise ConfigurationError(**localized("llm.bad_url", variable=variable, url=url))
    return url


def is_web_address(text: str) -> bool:
    """Whether a text is an http(s) address with a host that the client can ask."""
    import httpx2

    try:
        parts, asked = urlsplit(text), httpx2.URL(text)
        has_port = parts.port is None or parts.port > 0
    except (ValueError, httpx2.InvalidURL):
        return False
    is_plain = text.isprintable() and " " not in text
    return parts.scheme in {"http", "https"} and bool(asked.host) and has_port and is_plain
