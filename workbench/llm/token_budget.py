"""Estimate the tokens of a text, and truncate it to a number of tokens."""

from collections.abc import Sequence
from math import ceil

from workbench.text import parse

BYTES_A_TOKEN = 4
"""Providers estimate four English letters per token; a Cyrillic letter has two bytes and takes
about twice as many tokens."""


def estimate_tokens(text: str) -> int:
    """Estimate the number of tokens in a text, without a model's tokenizer."""
    return ceil(len(text.encode("utf-8", "replace")) / BYTES_A_TOKEN)


def truncate_to_sentences(text: str, tokens: int) -> str:
    """Truncate a text to whole sentences; a first sentence that is too long is cut off."""
    if estimate_tokens(text) <= tokens:
        return text
    ends = [
        span.end for span in parse(text).sentences if estimate_tokens(text[: span.end]) <= tokens
    ]
    return text[: ends[-1]] if ends else truncate(text, tokens)


def truncate(text: str, tokens: int) -> str:
    """Truncate a text to the letters that fit, with an ellipsis."""
    room = max(tokens * BYTES_A_TOKEN - len("…".encode()), 0)
    return text.encode("utf-8", "replace")[:room].decode("utf-8", "ignore").rstrip() + "…"


def fair_shares(sizes: Sequence[int], most: int) -> list[int]:
    """Divide ``most`` fairly: small sizes are granted in full, the others get equal shares."""
    shares = [0] * len(sizes)
    left = most
    by_size = sorted(range(len(sizes)), key=lambda place: sizes[place])
    for done, place in enumerate(by_size):
        shares[place] = min(sizes[place], left // (len(sizes) - done))
        left -= shares[place]
    return shares
