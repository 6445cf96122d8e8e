"""Redact API keys from stored text."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce

from pydantic import SecretStr

from workbench.settings import Settings

SHORTEST = 8
"""Shorter keys are placeholders for local servers, such as ``none``, and may be ordinary words."""
HIDDEN = "[key]"


@dataclass(frozen=True)
class Secrets:
    """Keys to replace by ``[key]`` in texts."""

    keys: tuple[str, ...] = field(default=(), repr=False)
    """Longest first, since one key may be a prefix of another."""

    @classmethod
    def of(cls, *settings: Settings) -> "Secrets":
        """Collect every key in the settings."""
        different = {id(each): each for each in settings}.values()
        keys = {key.get_secret_value().strip() for each in different for key in _keys(each)}
        return cls(tuple(sorted(keys, key=len, reverse=True)))

    def hide(self, text: str) -> str:
        """Redact the keys from a text."""
        return reduce(redact, self.keys, text)

    def hide_cut(self, text: str) -> str:
        """Redact the keys from a text that may be cut off in the middle of one."""
        return reduce(redact_cut, self.keys, text)


def _keys(settings: Settings) -> Iterator[SecretStr]:
    for _, value in settings:
        several = value.values() if isinstance(value, dict) else (value,)
        yield from (one for one in several if isinstance(one, SecretStr))


def redact(text: str, secret: str) -> str:
    """Replace a key by ``[key]``, unless it is shorter than ``SHORTEST``."""
    return text.replace(secret, HIDDEN) if len(secret) >= SHORTEST else text


def redact_cut(text: str, secret: str) -> str:
    """Replace a key by ``[key]``, also the beginning of one at the end of a text cut off there."""
    text = redact(text, secret)
    length = _prefix_length(text, secret)
    return text[: len(text) - length] + HIDDEN if length >= SHORTEST else text


class SecretBuffer:
    """Redacts a key from streamed pieces; a tail that may be its beginning is buffered."""

    def __init__(self, secret: str) -> None:
        self._secret = secret
        self.held = ""
        """The buffered tail."""

    def feed(self, piece: str) -> str:
        """Add a piece; return the text that may be shown now."""
        text = redact(self.held + piece, self._secret)
        cut = len(text) - _prefix_length(text, self._secret)
        self.held = text[cut:]
        return text[:cut]


def _prefix_length(text: str, secret: str) -> int:
    """Number of characters at the end of a text that may be the beginning of a key."""
    longest = min(len(secret) - 1, len(text)) if len(secret) >= SHORTEST else 0
    return next((n for n in range(longest, 0, -1) if text.endswith(secret[:n])), 0)
