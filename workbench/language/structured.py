"""Answers that are JSON: told from prose, and changed in their strings alone."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

STRING = re.compile(r'"(?P<value>(?:[^"\\]|\\.)*)"(?P<name>\s*:)?')
"""A string of a JSON text as it is written, and whether it is the name of a field."""


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
