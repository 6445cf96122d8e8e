"""Base class of domain values, and ids and hashes derived from content."""

import hashlib
import json
from typing import Any

from pydantic import BaseModel, ConfigDict
from pydantic_core import to_json

# Made once: `json.dumps` with these options makes an encoder for each call.
_ID_PARTS = json.JSONEncoder(ensure_ascii=False, sort_keys=True, default=str)


class Value(BaseModel):
    """An immutable value, compared by content; unknown fields are rejected."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Span(Value):
    """A stretch of text: ``start`` and ``end`` are character offsets, end exclusive."""

    start: int
    end: int


def is_empty(text: str) -> bool:
    """Tell whether to leave a field out of records: most lack it, and their hashes stay."""
    return not text


def content_id(prefix: str, *parts: Any) -> str:
    """Return a short id derived from ``parts``: equal content always gets the same id."""
    raw = _ID_PARTS.encode(parts)
    return f"{prefix}-{hashlib.blake2b(raw.encode(), digest_size=8).hexdigest()}"


def content_hash(value: Any) -> str:
    """Hash a JSON-serializable or domain value; equal values have equal hashes."""
    return text_hash(sorted_json(value))


def output_hash(values: Any) -> str:
    """Hash what a stage returned, to detect whether it changed; mappings count in their order."""
    return hashlib.blake2b(to_json(values), digest_size=16).hexdigest()


def sorted_json(value: Any) -> str:
    """Write a JSON-serializable or domain value as JSON; equal values give equal texts."""
    return _SORTED.encode(value)


def text_hash(text: str) -> str:
    """Hash a text; that of ``sorted_json`` is the ``content_hash`` of its value."""
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _json_value(value: Any) -> Any:
    return value.model_dump(mode="json") if isinstance(value, BaseModel) else str(value)


_SORTED = json.JSONEncoder(ensure_ascii=False, sort_keys=True, default=_json_value)
