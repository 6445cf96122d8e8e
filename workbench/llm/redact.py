"""Keys out of texts that are kept."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce

from pydantic import SecretStr

from workbench.settings import Settings

SHORTEST = 8
"""Shorter keys are made up for local servers, and may be words of the text."""
HIDDEN = "[key]"


@dataclass(frozen=True)
class Secrets:
    """Keys, and texts with ``[key]`` in place of each of them."""

    keys: tuple[str, ...] = field(default=(), repr=False)
    """The longest first: one may begin with another."""

    @classmethod
    def of(cls, *settings: Settings) -> "Secrets":
        """Every key of some settings."""
        keys = {key.get_secret_value().strip() for each in settings for key in _keys(each)}
        return cls(tuple(sorted(keys, key=len, reverse=True)))

    def hide(self, text: str) -> str:
        """The text without the keys."""
        return reduce(without_secret, self.keys, text)

    def hide_cut(self, text: str) -> str:
        """The same for a text that broke off, perhaps inside a key."""
        return reduce(without_cut_secret, self.keys, text)


def _keys(settings: Settings) -> Iterator[SecretStr]:
    for _, value in settings:
        several = value.values() if isinstance(value, dict) else (value,)
        yield from (one for one in several if isinstance(one, SecretStr))


def without_secret(text: str, secret: str) -> str:
    """The text with ``[key]`` in place of a key, unless it is too short to be one."""
    return text.replace(secret, HIDDEN) if len(secret) >= SHORTEST else text


def without_cut_secret(text: str, secret: str) -> str:
    """The same for a text that broke off, perhaps inside the key: most of one tells enough."""
    text = without_secret(text, secret)
    begun = _begun(text, secret)
    return text[: len(text) - begun] + HIDDEN if begun >= SHORTEST else text


class SecretBuffer:
    """Pieces without the key: a tail that may be its beginning waits for what follows."""

    def __init__(self, secret: str) -> None:
        self._secret = secret
        self.held = ""
        """What waits."""

    def feed(self, piece: str) -> str:
        """The text that may be shown now."""
        text = without_secret(self.held + piece, self._secret)
        cut = len(text) - _begun(text, self._secret)
        self.held = text[cut:]
        return text[:cut]


def _begun(text: str, secret: str) -> int:
    """How many characters at the end of a text may be the beginning of a key."""
    longest = min(len(secret) - 1, len(text)) if len(secret) >= SHORTEST else 0
    return next((n for n in range(longest, 0, -1) if text.endswith(secret[:n])), 0)
