"""Answers that are JSON: told from prose, and changed in their strings alone."""

import json
from collections.abc import Callable
from typing import Any


def structured(text: str) -> Any:
    """The JSON object or list that a text is; None for prose."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
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
