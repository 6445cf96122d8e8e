"""Build a graph from files, tables and rows, validated against the types of a workspace."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from workbench.domain.graph import Edge, Node
from workbench.errors import WorkspaceError
from workbench.i18n.errors import localized
from workbench.workspace.check_graph import check_edge, check_node
from workbench.workspace.graph_json import edge_rows, node_rows, read_graph
from workbench.workspace.graph_rows import read_rows
from workbench.workspace.graph_tables import Table
from workbench.workspace.read_spec import read_spec
from workbench.workspace.schema import TableSpec, WorkspaceSpec
from workbench.workspace.validation_errors import workspace_error

_Item = TypeVar("_Item", Node, Edge)


@dataclass(frozen=True)
class Graph:
    """Nodes by id, and edges, in the order of addition."""

    nodes: Mapping[str, Node]
    edges: Sequence[Edge]

    def write(self, folder: Path | str) -> None:
        """Write ``nodes.jsonl`` and ``edges.jsonl`` for a workspace's graph folder."""
        for name, text in self.files().items():
            (Path(folder) / name).write_text(text, "utf-8")

    def files(self) -> dict[str, str]:
        """The texts of the two files by name; positions of quotes are found again on opening."""
        return {
            "nodes.jsonl": _json_lines(self.nodes.values()),
            "edges.jsonl": _json_lines(self.edges),
        }


def _json_lines(items: Iterable[Node | Edge]) -> str:
    no_spans = {"evidence": {"span"}}
    rows = (one.model_dump(mode="json", exclude_defaults=True, exclude=no_spans) for one in items)
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)


class GraphBuilder:
    """Collects nodes and edges; every error names the file and the line of its row.

    For example::

        builder = GraphBuilder.of("data/museum")
        builder.add_graph("export.json")
        builder.build().write("data/museum/graph")
    """

    def __init__(self, spec: WorkspaceSpec) -> None:
        """``spec`` declares the types of nodes and edges."""
        self._spec = spec
        self._nodes: dict[str, Node] = {}
        self._edges: dict[str, Edge] = {}
        self._places: dict[str, str] = {}

    def add_node(self, row: Mapping[str, Any], place: str) -> None:
        """Add a node: ``{id, type, name, aliases, properties, evidence}``.

        Raises:
            WorkspaceError: the row is not a node of a declared type, or the id is a duplicate.
        """
        node = _validated(Node, row, place)
        check_node(self._spec, node, place)
        if node.id in self._nodes:
            words = {"place": place, "node": node.id, "first": self._places[node.id]}
            raise WorkspaceError(**localized("workspace.node_twice", **words))
        self._nodes[node.id], self._places[node.id] = node, place

    def add_edge(self, row: Mapping[str, Any], place: str) -> None:
        """Add an edge: ``{source, type, target, key, properties, evidence}``.

        Raises:
            WorkspaceError: the row is not an edge, or a duplicate.
        """
        edge = _validated(Edge, row, place)
        if edge.id in self._edges:
            words = {"place": place, "edge": edge.id, "first": self._places[edge.id]}
            raise WorkspaceError(**localized("workspace.edge_twice", **words))
        self._edges[edge.id], self._places[edge.id] = edge, place

    @classmethod
    def of(cls, folder: Path | str) -> "GraphBuilder":
        """Return a builder for the types in a folder's ``workspace.yaml``."""
        return cls(read_spec(Path(folder)))

    def add_folder(self, folder: Path | str) -> None:
        """Add the files of a workspace's graph folder.

        In this order: ``nodes*`` and ``edges*`` (JSONL or CSV), the tables of workspace.yaml, and
        ``*.json`` files with ``nodes`` and ``edges``.
        """
        root = Path(folder)
        tables = {table.file for table in self._spec.tables}
        for add, stem in ((self.add_nodes, "nodes"), (self.add_edges, "edges")):
            for path in sorted(root.glob(f"{stem}*")):
                if path.suffix in (".jsonl", ".csv") and path.name not in tables:
                    add(path, f"{root.name}/{path.name}")
        for table in self._spec.tables:
            self.add_table(root / table.file, table, f"{root.name}/{table.file}")
        for path in sorted(root.glob("*.json")):
            self.add_graph(path, f"{root.name}/{path.name}")

    def add_nodes(self, path: Path | str, place: str = "") -> None:
        """Add the nodes of a JSONL or CSV file.

        Args:
            path: the file; a CSV file has columns ``id``, ``type``, ``name`` or ``name.en``,
                ``aliases`` and ``properties.x``.
            place: how error messages name it; its path by default.
        """
        for at, row in read_rows(Path(path), place or str(path)):
            self.add_node(row, at)

    def add_proposed(self, path: Path | str, place: str = "") -> None:
        """Add the nodes of a file of proposals, except those whose id is taken.

        The nodes get ``proposed``. A missing file has none.
        """
        if not os.path.lexists(path):
            return
        for at, row in read_rows(Path(path), place or str(path)):
            if row.get("id") not in self._nodes:
                self.add_node({**row, "proposed": True}, at)

    def add_edges(self, path: Path | str, place: str = "") -> None:
        """Add the edges of a JSONL or CSV file; see ``add_nodes``."""
        for at, row in read_rows(Path(path), place or str(path)):
            self.add_edge(row, at)

    def add_table(self, path: Path | str, table: TableSpec, place: str = "") -> None:
        """Add the nodes and edges of a CSV file.

        Args:
            path: the file.
            table: maps columns to nodes and edges; its ``file`` is ignored.
            place: how error messages name it; its path by default.
        """
        rows = Table(Path(path), table, place or str(path))
        kinds = self._spec.node_types
        for at, row in rows.node_rows({name: kinds[name].properties for name in kinds}):
            self.add_node(row, at)
        links = self._spec.edge_types
        for at, row in rows.edge_rows({name: links[name].properties for name in links}):
            self.add_edge(row, at)

    def add_graph(self, source: Path | str | Mapping[str, Any], place: str = "") -> None:
        """Add ``{"nodes": [...], "edges": [...]}``, from a JSON file or a mapping.

        A node has ``id``, ``type``, ``name`` (or ``names`` by language), ``aliases`` and ``props``
        (or ``properties``); an edge ``source``, ``type``, ``target`` and ``props``.
        """
        if isinstance(source, Mapping):
            place, data = place or "graph", source
        else:
            place = place or str(source)
            data = read_graph(Path(source), place)
        for at, row in node_rows(data, place):
            self.add_node(row, at)
        for at, row in edge_rows(data, place):
            self.add_edge(row, at)

    def build(self) -> Graph:
        """Return the graph. Edges are validated here, so they can be added before their nodes.

        Raises:
            WorkspaceError: an edge has an undeclared type, or ends of the wrong type.
        """
        for error in self.invalid_edges():
            raise error
        return Graph(dict(self._nodes), tuple(self._edges.values()))

    def build_valid(self) -> Graph:
        """Return the graph without the edges that ``invalid_edges`` reports."""
        edges = {name: edge for name, edge in self._edges.items() if not self._edge_error(name)}
        return Graph(dict(self._nodes), tuple(edges.values()))

    def invalid_edges(self) -> Iterator[WorkspaceError]:
        """Yield an error for each edge of an undeclared type, or with ends of the wrong type."""
        errors = (self._edge_error(name) for name in self._edges)
        return (error for error in errors if error is not None)

    @property
    def places(self) -> Mapping[str, str]:
        """The file and line of each node and edge, by id."""
        return self._places

    def _edge_error(self, name: str) -> WorkspaceError | None:
        try:
            check_edge(self._spec, self._nodes, self._edges[name], self._places[name])
        except WorkspaceError as error:
            return error
        return None


def _validated(model: type[_Item], row: Mapping[str, Any], place: str) -> _Item:
    try:
        return model.model_validate(row)
    except ValidationError as error:
        raise workspace_error(error, place, model) from error
