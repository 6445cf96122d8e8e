"""What the events of a recorded stream say, put together by somebody who has nothing but them."""

import json
from collections.abc import Mapping, Sequence
from typing import Any


def spelled(record: str) -> str:
    """Every text that the events of a recorded stream spell: their values, place by place."""
    said: dict[str, str] = {}
    for line in record.splitlines():
        for place, text in values(event(line)):
            said[place] = said.get(place, "") + text
    return "\n".join(said.values())


def event(line: str) -> Any:
    """The JSON of a line; None where it holds none."""
    try:
        return json.loads(line.removeprefix("data: "))
    except ValueError:
        return None


def values(data: Any, place: str = "") -> Sequence[tuple[str, str]]:
    """Every text in JSON, and where it stands."""
    if isinstance(data, str):
        return [(place, data)]
    members: Sequence[tuple[Any, Any]] = ()
    if isinstance(data, Mapping):
        members = list(data.items())
    if isinstance(data, list):
        members = list(enumerate(data))
    return [found for key, member in members for found in values(member, f"{place}/{key}")]
