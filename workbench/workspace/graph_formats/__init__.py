"""Readers of graph files from other tools, as rows of nodes and edges with their places."""

from collections.abc import Callable, Mapping
from pathlib import Path

from workbench.workspace.graph_formats.rows import GraphRows

Reader = Callable[[Path, str], GraphRows]


def _json(path: Path, place: str) -> GraphRows:
    from workbench.workspace.graph_json import edge_rows, node_rows, read_graph

    data = read_graph(path, place)
    return GraphRows(list(node_rows(data, place)), list(edge_rows(data, place)))


def _rows(path: Path, place: str) -> GraphRows:
    from workbench.workspace.graph_json import renamed
    from workbench.workspace.graph_rows import read_rows

    rows = [(line, renamed(row)) for line, row in read_rows(path, place)]
    return GraphRows(edges=rows) if path.name.startswith("edges") else GraphRows(nodes=rows)


def _graphml(path: Path, place: str) -> GraphRows:
    from workbench.workspace.graph_formats.graphml import read_graphml

    return read_graphml(path, place)


def _turtle(path: Path, place: str) -> GraphRows:
    from workbench.workspace.graph_formats.turtle import read_turtle

    return read_turtle(path, place)


READERS: Mapping[str, Reader] = {
    ".json": _json,
    ".jsonl": _rows,
    ".csv": _rows,
    ".graphml": _graphml,
    ".ttl": _turtle,
}
"""Readers by suffix; the libraries of a format are imported when a file has it."""
