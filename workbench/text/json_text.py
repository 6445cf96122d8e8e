"""Extract JSON from model replies, distinguish it from prose, and edit its string values."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

STRING = re.compile(r'"(?P<value>(?:[^"\\]|\\.)*)"(?P<name>\s*:)?')
"""A string of a JSON text, escapes included; ``name`` matches if it is a field's name."""

ANSWER = "answer"
"""The field with the answer's text, in the built-in schemas and many others."""

_OPENS = re.compile(r'\{(?=\s*["}])|\[(?=\s*\{)')
"""The start of an object or of a list of objects, but not of a word in brackets."""
_READER = json.JSONDecoder(parse_int=str, parse_float=str)
"""Locates the end of JSON; numbers stay strings here and are parsed by the caller."""


def object_text(reply: str) -> str:
    """Extract the JSON object from the prose or fence around it.

    Of several objects the longest is returned; without one, or if one is malformed, the reply
    itself: no part of a malformed object is an answer.

    >>> object_text('Here it is:\\n```json\\n{"a": 1}\\n``` I hope it helps.')
    '{"a": 1}'
    """
    reply = reply.lstrip("\ufeff").strip()
    found, position = "", 0
    while opens := _OPENS.search(reply, position):
        try:
            _, position = _READER.raw_decode(reply, opens.start())
        except (ValueError, RecursionError):
            return reply
        if opens.group() == "{" and position - opens.start() > len(found):
            found = reply[opens.start() : position]
    return found or reply


def structured(text: str) -> Any:
    """Parse a text that is a JSON object or list; None for prose, including ``[1]``."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if isinstance(data, list) and all(isinstance(member, int | float) for member in data):
        return None
    return data if isinstance(data, dict | list) else None


def in_strings(data: Any, change: Callable[[str], str]) -> str:
    """Dump JSON data with ``change`` applied to every string value."""

    def changed(value: Any) -> Any:
        if isinstance(value, str):
            return change(value)
        if isinstance(value, list):
            return [changed(member) for member in value]
        if isinstance(value, dict):
            return {key: changed(member) for key, member in value.items()}
        return value

    return json.dumps(changed(data), ensure_ascii=False, indent=2)


def strings(value: Any) -> Iterator[str]:
    """Yield every string value of JSON data, in order."""
    if isinstance(value, str):
        yield value
    if isinstance(value, dict | list):
        for member in value.values() if isinstance(value, dict) else value:
            yield from strings(member)
