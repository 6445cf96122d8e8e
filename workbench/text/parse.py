"""Texts parsed once: Markdown and prose into blocks, JSON into its strings."""

from collections.abc import Iterator
from functools import lru_cache

from workbench.text.blocks import blocks_of
from workbench.text.json_text import STRING, structured
from workbench.text.model import Block, Text

_REMEMBERED = 64
_LONGEST_REMEMBERED = 100_000
"""Characters; a longer text is a document, which is read once."""


def parse(text: str) -> Text:
    """The model of an answer, a passage or a document."""
    return _remembered(text) if len(text) <= _LONGEST_REMEMBERED else _parsed(text)


@lru_cache(maxsize=_REMEMBERED)
def _remembered(text: str) -> Text:
    return _parsed(text)


def _parsed(text: str) -> Text:
    is_json = structured(text) is not None
    return Text(text, tuple(_strings(text)) if is_json else blocks_of(text))


def _strings(text: str) -> Iterator[Block]:
    """The string values of a JSON text as they are written, each with the name that holds it."""
    field = ""
    for match in STRING.finditer(text):
        if match["name"]:
            field = match["value"]
        else:
            yield Block("string", text, *match.span("value"), field=field)
