"""JSON in texts: found in what a model said, told from prose, changed in its strings alone."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

STRING = re.compile(r'"(?P<value>(?:[^"\\]|\\.)*)"(?P<name>\s*:)?')
"""A string of a JSON text as it is written, and whether it is the name of a field."""

ANSWER = "answer"
"""The field that holds the answer itself, in the built-in schemas and in many others."""

_OPENS = re.compile(r'\{(?=\s*["}])|\[(?=\s*\{)')
"""Where an object or a list of objects begins, and not a word in brackets."""
_READER = json.JSONDecoder(parse_int=str, parse_float=str)
"""Finds where JSON ends; what its numbers are worth is for its reader to say."""


def object_text(said: str) -> str:
    """The JSON object that a model was asked for, out of the prose or the fence around it.

    Of several objects it is the longest. Where there is none, or one that is broken, what was
    said comes back as it is: no part of a broken object is an answer.

    >>> object_text('Here it is:\\n```json\\n{"a": 1}\\n``` I hope it helps.')
    '{"a": 1}'
    """
    said = said.lstrip("\ufeff").strip()
    found, position = "", 0
    while opens := _OPENS.search(said, position):
        try:
            _, position = _READER.raw_decode(said, opens.start())
        except (ValueError, RecursionError):
            return said
        if opens.group() == "{" and position - opens.start() > len(found):
            found = said[opens.start() : position]
    return found or said


def structured(text: str) -> Any:
    """The JSON object or list that a text is; None for prose, as ``[1]`` is."""
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
    """The JSON again, with every string value changed."""

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
    """Every string value of JSON data, in order."""
    if isinstance(value, str):
        yield value
    if isinstance(value, dict | list):
        for member in value.values() if isinstance(value, dict) else value:
            yield from strings(member)
