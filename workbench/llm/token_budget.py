"""How long a text is for a model, and the part of it that fits."""

from collections.abc import Sequence
from math import ceil

from workbench.text import parse

BYTES_A_TOKEN = 4
"""The providers' rule of thumb is four letters of English a token; a Cyrillic letter has two bytes,
and takes about twice as much."""


def about_tokens(text: str) -> int:
    """Roughly how many tokens a text has, without the tokenizer of any model."""
    return ceil(len(text.encode("utf-8", "replace")) / BYTES_A_TOKEN)


def beginning(text: str, tokens: int) -> str:
    """As many whole sentences from the beginning as fit; of a first one too long, its beginning."""
    if about_tokens(text) <= tokens:
        return text
    ends = [span.end for span in parse(text).sentences if about_tokens(text[: span.end]) <= tokens]
    return text[: ends[-1]] if ends else cut_off(text, tokens)


def cut_off(text: str, tokens: int) -> str:
    """The first letters that fit, with an ellipsis."""
    room = max(tokens * BYTES_A_TOKEN - len("…".encode()), 0)
    return text.encode("utf-8", "replace")[:room].decode("utf-8", "ignore").rstrip() + "…"


def fair_shares(sizes: Sequence[int], most: int) -> list[int]:
    """What each may take of ``most``: the small ones all they need, the others the same."""
    shares = [0] * len(sizes)
    left = most
    by_size = sorted(range(len(sizes)), key=lambda place: sizes[place])
    for done, place in enumerate(by_size):
        shares[place] = min(sizes[place], left // (len(sizes) - done))
        left -= shares[place]
    return shares
