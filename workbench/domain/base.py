"""The frozen base of every domain value, and ids derived from content."""

import hashlib
import json
from typing import Any

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """An immutable value: unknown fields are refused, equality is by content."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class Span(Value):
    """A stretch of text: ``start`` and ``end`` are character offsets, end exclusive."""

    start: int
    end: int


def content_id(prefix: str, *parts: Any) -> str:
    """A short id that depends on ``parts`` alone: the same content always gets the same id."""
    raw = json.dumps(parts, ensure_ascii=False, sort_keys=True, default=str)
    return f"{prefix}-{hashlib.blake2b(raw.encode(), digest_size=8).hexdigest()}"


def content_hash(value: Any) -> str:
    """A hash of any JSON-able value or domain value, to tell whether a stage's output changed."""
    raw = json.dumps(value, ensure_ascii=False, sort_keys=True, default=_plain)
    return hashlib.blake2b(raw.encode(), digest_size=16).hexdigest()


def _plain(value: Any) -> Any:
    return value.model_dump(mode="json") if isinstance(value, BaseModel) else str(value)
