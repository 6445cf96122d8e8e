"""Keys out of texts that are kept."""

from collections.abc import Callable

from pydantic import SecretStr

from workbench.settings import Settings

SHORTEST = 8
"""Shorter keys are made up for local servers, and may be words of the text."""


def hider(*settings: Settings) -> Callable[[str], str]:
    """A function that puts ``[key]`` in place of every key of the settings."""
    values = (getattr(each, name) for each in settings for name in Settings.model_fields)
    keys = {value.get_secret_value().strip() for value in values if isinstance(value, SecretStr)}
    secrets = sorted((key for key in keys if len(key) >= SHORTEST), key=len, reverse=True)

    def hide(text: str) -> str:
        for secret in secrets:
            text = text.replace(secret, "[key]")
        return text

    return hide
