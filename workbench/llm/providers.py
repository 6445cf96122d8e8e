"""The providers by name; an SDK is imported only when its provider is chosen."""

import difflib
from collections.abc import Callable, Mapping
from typing import TypeAlias
from urllib.parse import urlsplit

from pydantic import SecretStr

from workbench.errors import ConfigurationError
from workbench.llm.protocol import ChatModel
from workbench.settings import Settings

Build: TypeAlias = Callable[[str, Settings], ChatModel]


def chat_model(name: str, settings: Settings) -> ChatModel:
    """The model called ``provider:name``, such as ``openai:gpt-4o``: one try, nothing recorded."""
    provider, _, model = name.partition(":")
    build = PROVIDERS.get(provider)
    if build is None:
        near = difflib.get_close_matches(provider, PROVIDERS, n=1)
        meant = f" Did you mean {near[0]!r}?" if near else ""
        raise ConfigurationError(
            f"There is no model provider {provider!r}.{meant}",
            hint=f"Write provider:name; the providers are {', '.join(PROVIDERS)}.",
        )
    if not model:
        raise ConfigurationError(
            f"{name!r} does not say which model.", hint=f"Write it as {provider}:name."
        )
    return build(model, settings)


def _openai(model: str, settings: Settings) -> ChatModel:
    from workbench.llm.openai import openai_model

    key = _key(settings.openai_api_key, "OPENAI_API_KEY")
    return openai_model(
        model, api_key=key, base_url=_url(settings.openai_base_url, "OPENAI_BASE_URL")
    )


def _anthropic(model: str, settings: Settings) -> ChatModel:
    from workbench.llm.anthropic import anthropic_model

    key = _key(settings.anthropic_api_key, "ANTHROPIC_API_KEY")
    return anthropic_model(
        model, api_key=key, base_url=_url(settings.anthropic_base_url, "ANTHROPIC_BASE_URL")
    )


def _gemini(model: str, settings: Settings) -> ChatModel:
    from workbench.llm.gemini import gemini_model

    key = _key(settings.gemini_api_key, "GEMINI_API_KEY")
    return gemini_model(
        model, api_key=key, base_url=_url(settings.gemini_base_url, "GEMINI_BASE_URL")
    )


def _compatible(model: str, settings: Settings) -> ChatModel:
    from workbench.llm.compatible import compatible_model

    url = _url(settings.compatible_base_url, "COMPATIBLE_BASE_URL")
    if url is None:
        raise ConfigurationError(
            "COMPATIBLE_BASE_URL is not set.",
            hint="Set it to the server's address, such as http://127.0.0.1:11434/v1.",
        )
    return compatible_model(
        model,
        base_url=url,
        api_key=settings.compatible_api_key or None,
        output=settings.compatible_output,
    )


PROVIDERS: Mapping[str, Build] = {
    "openai": _openai,
    "anthropic": _anthropic,
    "gemini": _gemini,
    "compatible": _compatible,
}


def _key(key: SecretStr | None, variable: str) -> SecretStr:
    if key is None or not key.get_secret_value():
        raise ConfigurationError(
            f"{variable} is not set.", hint=f"Set {variable}, or choose another model."
        )
    return key


def _url(url: str | None, variable: str) -> str | None:
    if not url:
        return None
    if urlsplit(url).scheme not in {"http", "https"} or not urlsplit(url).hostname:
        raise ConfigurationError(
            f"{variable} is not a web address: {url!r}.", hint="It starts with https:// or http://."
        )
    return url
