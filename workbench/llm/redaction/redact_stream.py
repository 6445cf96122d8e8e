"""Redact keys from a recorded response body, even if split across the events of a stream."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from workbench.domain.local_text import whole_characters

_STRING = re.compile(
    r'"(?P<value>[^"\\\r\n]*(?:\\.[^"\\\r\n]*)*)\\?(?:"(?P<names>[ \t]*:)?|\Z|(?=[\r\n]))'
)
"""A JSON string, complete (``"a\\"b"``) or broken off at the end of a line or of the body; a colon
after it marks a field name."""


@dataclass(frozen=True)
class _Piece:
    """A string value, and the position of its raw text between the quotes."""

    field: str
    text: str
    start: int
    end: int


def redact_stream_body(body: str, hide: Callable[[str], str]) -> str:
    """Redact keys from a body as it came over the wire.

    In every protocol a stream is JSON with a piece of text in each event, always under the same
    field: ``{"text": "my key is sk-ab"}``, ``{"text": "cdef"}``. Where the values of a field joined
    together contain a key, the first value is replaced by the redacted whole and the others by
    empty strings; everything else stays byte for byte.

    Args:
        body: JSON, a stream of it, or anything else; it may break off anywhere.
        hide: redacts keys in a text.
    """
    body = hide(body)
    pieces = list(_pieces(body))
    joined = _joined(pieces)
    redacted = {field: shown for field, text in joined.items() if (shown := hide(text)) != text}
    return _replaced(body, pieces, redacted) if redacted else body


def _pieces(body: str) -> Iterator[_Piece]:
    field = ""
    for match in _STRING.finditer(body):
        text = _decoded(match["value"])
        if match["names"]:
            field = text
        else:
            yield _Piece(field, text, *match.span("value"))


def _decoded(value: str) -> str:
    if "\\" not in value:
        return value
    try:
        return str(json.loads(f'"{value}"', strict=False))
    except ValueError:
        return value


def _encoded(text: str) -> str:
    return json.dumps(whole_characters(text), ensure_ascii=False)[1:-1]


def _joined(pieces: list[_Piece]) -> Mapping[str, str]:
    """The values of each field, joined."""
    values: dict[str, list[str]] = {}
    for piece in pieces:
        values.setdefault(piece.field, []).append(piece.text)
    return {field: "".join(texts) for field, texts in values.items()}


def _replaced(body: str, pieces: list[_Piece], redacted: dict[str, str]) -> str:
    out, position = list[str](), 0
    for piece in pieces:
        if piece.text and piece.field in redacted:
            text, redacted[piece.field] = redacted[piece.field], ""
            out += body[position : piece.start], _encoded(text)
            position = piece.end
    return "".join([*out, body[position:]])
