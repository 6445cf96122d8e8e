"""Parse Markdown and prose into blocks, JSON into its string values; results are cached."""

import re
from collections.abc import Iterator
from functools import lru_cache

from workbench.text.blocks import blocks_of
from workbench.text.json_text import STRING, structured
from workbench.text.model import Block, Text

_BREAK = re.compile(r"\\(?:([nrt])|.)", re.DOTALL)
"""An escape in a JSON string; ``\\n``, ``\\r`` and ``\\t`` break a line."""
_REMEMBERED = 64
_LONGEST_REMEMBERED = 100_000
"""Characters; a longer text is a document, which is parsed only once."""


def parse(text: str) -> Text:
    """Parse an answer, a passage or a document."""
    return _remembered(text) if len(text) <= _LONGEST_REMEMBERED else _parsed(text)


@lru_cache(maxsize=_REMEMBERED)
def _remembered(text: str) -> Text:
    return _parsed(text)


def _parsed(text: str) -> Text:
    data = structured(text)
    return Text(text, blocks_of(text) if data is None else tuple(_strings(text)), data)


def _strings(text: str) -> Iterator[Block]:
    """Yield the string values of a JSON text, escapes included, with their field names."""
    broken = _BREAK.sub(_spaced, text)
    field = ""
    for match in STRING.finditer(text):
        if match["name"]:
            field = match["value"]
        else:
            start, end = match.span("value")
            parts = tuple(one.shifted(broken, start) for one in blocks_of(broken[start:end]))
            yield Block("string", broken, start, end, field=field, parts=parts)


def _spaced(escape: re.Match[str]) -> str:
    """Replace the escape of a line break by a line break and a space, of the same length."""
    return "\n " if escape[1] else escape[0]
