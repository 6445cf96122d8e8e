"""Reassemble the text of a recorded event stream, independently of the adapters."""

import json
from collections.abc import Mapping, Sequence
from typing import Any


def text_of_stream(record: str) -> str:
    """Concatenate the string values of a stream's events, path by path."""
    texts: dict[str, str] = {}
    for line in record.splitlines():
        for place, text in values(event(line)):
            texts[place] = texts.get(place, "") + text
    return "\n".join(texts.values())


def event(line: str) -> Any:
    """Parse the JSON of a line; None where it has none."""
    try:
        return json.loads(line.removeprefix("data: "))
    except ValueError:
        return None


def values(data: Any, place: str = "") -> Sequence[tuple[str, str]]:
    """Return every string of a JSON value with its path."""
    if isinstance(data, str):
        return [(place, data)]
    members: Sequence[tuple[Any, Any]] = ()
    if isinstance(data, Mapping):
        members = list(data.items())
    if isinstance(data, list):
        members = list(enumerate(data))
    return [found for key, member in members for found in values(member, f"{place}/{key}")]
