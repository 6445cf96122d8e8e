"""Registry of providers, one module each; to add one, list its module here."""

import difflib

from workbench.errors import ConfigurationError
from workbench.i18n.errors import localized
from workbench.llm.provider import Provider
from workbench.registry import load_registry

PROVIDERS = load_registry(
    __name__,
    Provider,
    (
        "openai",
        "anthropic",
        "gemini",
        "compatible",
    ),
)


def provider_title(name: str) -> str:
    """The display name of a provider; the name itself if there is no such provider."""
    return PROVIDERS[name].title if name in PROVIDERS else name


def provider_named(name: str) -> Provider:
    """Return a provider by its name.

    Raises:
        ConfigurationError: no such provider; the message suggests the closest name.
    """
    if name in PROVIDERS:
        return PROVIDERS[name]
    near = difflib.get_close_matches(name, PROVIDERS, n=1)
    meant = {"near": near[0]} if near else {}
    known = ", ".join(PROVIDERS)
    raise ConfigurationError(**localized("llm.no_provider", name=name, known=known, **meant))
