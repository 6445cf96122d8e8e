"""Keys out of texts that are kept."""

from collections.abc import Callable, Iterator

from pydantic import SecretStr

from workbench.settings import Settings

SHORTEST = 8
"""Shorter keys are made up for local servers, and may be words of the text."""


def hider(*settings: Settings) -> Callable[[str], str]:
    """A function that puts ``[key]`` in place of every key of the settings."""
    keys = {key.get_secret_value().strip() for each in settings for key in _keys(each)}
    secrets = sorted(keys, key=len, reverse=True)

    def hide(text: str) -> str:
        for secret in secrets:
            text = without_secret(text, secret)
        return text

    return hide


def _keys(settings: Settings) -> Iterator[SecretStr]:
    for name in Settings.model_fields:
        value = getattr(settings, name)
        several = value.values() if isinstance(value, dict) else (value,)
        yield from (one for one in several if isinstance(one, SecretStr))


def without_secret(text: str, secret: str) -> str:
    """The text with ``[key]`` in place of a key, unless it is too short to be one."""
    return text.replace(secret, "[key]") if len(secret) >= SHORTEST else text
