"""Read a graph from one JSON file: ``{"nodes": [...], "edges": [...]}``."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from workbench.errors import WorkspaceError
from workbench.i18n.errors import localized
from workbench.workspace.bounded_files import read_text
from workbench.workspace.graph_rows import LARGEST_FILE, Row, decoded

_OTHER_NAMES = {"props": "properties", "names": "name"}
"""Field names of other tools; ``names``, by language, takes precedence over ``name``."""


def read_graph(path: Path, place: str) -> Mapping[str, Any]:
    """Return the content of a graph file; keys other than ``nodes`` and ``edges`` are ignored.

    Raises:
        WorkspaceError: the file is not a JSON object.
    """
    data = decoded(read_text(path, most=LARGEST_FILE, place=place), place)
    if not isinstance(data, dict):
        raise WorkspaceError(**localized("workspace.not_a_graph", place=place))
    return data


def node_rows(data: Mapping[str, Any], place: str) -> Iterator[Row]:
    """Yield each node as a row, with ``names`` and ``props`` renamed and nulls removed."""
    return _rows(data, "nodes", place)


def edge_rows(data: Mapping[str, Any], place: str) -> Iterator[Row]:
    """Yield each edge as a row, with ``props`` renamed and nulls removed."""
    return _rows(data, "edges", place)


def _rows(data: Mapping[str, Any], kind: str, place: str) -> Iterator[Row]:
    items = data.get(kind, [])
    if not isinstance(items, list):
        raise WorkspaceError(**localized("workspace.not_a_graph", place=place))
    for number, item in enumerate(items):
        at = f"{place}: {kind}[{number}]"
        if not isinstance(item, dict):
            raise WorkspaceError(**localized("workspace.not_an_object", place=at))
        yield at, renamed(item)


def renamed(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row with ``names`` and ``props`` renamed and nulls removed."""
    row = {name: value for name, value in item.items() if name not in _OTHER_NAMES}
    row |= {ours: item[other] for other, ours in _OTHER_NAMES.items() if item.get(other)}
    properties = row.get("properties")
    if isinstance(properties, dict):
        row["properties"] = {name: one for name, one in properties.items() if one is not None}
    return {name: value for name, value in row.items() if value is not None}
