"""Import a graph of another tool: its nodes and edges, and a schema with proposed labels."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.errors import WorkspaceError
from workbench.i18n.errors import localized
from workbench.workspace.graph_builder import Graph, GraphBuilder
from workbench.workspace.graph_formats import READERS
from workbench.workspace.graph_formats.rows import GraphRows
from workbench.workspace.graph_rows import LARGEST_FILE, Row
from workbench.workspace.graph_tables import slug
from workbench.workspace.proposed_schema import ProposedSchema, propose_schema
from workbench.workspace.read_spec import spec_of

# The beginning of a JSON file with a graph, in any order of its keys.
_GRAPH_JSON = (re.compile(r'"nodes"\s*:\s*\['), re.compile(r'"edges"\s*:\s*\['))
_ROW_FILES = re.compile(r"(?:nodes|edges)[^/]*\.(?:jsonl|csv)$")
# A number of a CSV cell; codes such as "004" are texts.
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,15})(?:\.\d+)?")
_BOOLEANS = {"true": True, "false": False}

_NODE_FIELDS = ("id", "type", "name", "aliases", "properties", "evidence")
_EDGE_FIELDS = ("source", "type", "target", "key", "properties", "evidence")
_OTHER_NODE_FIELDS = {"type": ("kind", "labels", "category", "label"), "name": ("title", "label")}
_OTHER_EDGE_FIELDS = {
    "source": ("from", "src", "subject", "start"),
    "target": ("to", "dst", "object", "end"),
    "type": ("relation", "relationship", "predicate", "label", "kind"),
}
"""Names of fields in other tools, in the order in which they are tried."""
_UNTYPED_NODE, _UNTYPED_EDGE = "node", "RELATED_TO"


@dataclass(frozen=True)
class ImportedGraph:
    """A graph, and what workspace.yaml has to say of it."""

    graph: Graph
    schema: ProposedSchema


def find_graph_files(files: Mapping[str, Path]) -> dict[str, Path]:
    """Return the files that hold a graph, by their place.

    These are GraphML and Turtle files, JSON files with ``nodes`` and ``edges``, and files of rows
    named ``nodes*`` and ``edges*`` where a folder has both.
    """
    found = {
        place: path
        for place, path in files.items()
        if path.suffix in (".graphml", ".ttl") or (path.suffix == ".json" and _is_graph(path))
    }
    rows = {place: path for place, path in files.items() if _ROW_FILES.match(path.name)}
    for place, path in rows.items():
        siblings = {one.name[:5] for one in rows.values() if one.parent == path.parent}
        if siblings == {"nodes", "edges"}:
            found[place] = path
    return found


def import_graph(files: Mapping[str, Path], spec: Mapping[str, Any]) -> ImportedGraph:
    """Read graph files into one validated graph.

    Args:
        files: the files by the place that error messages name.
        spec: the content of workspace.yaml without types, such as its id and title.

    Raises:
        WorkspaceError: a row is invalid, with its file and line.
        ConfigurationError: the format needs an extra that is not installed.
    """
    rows = GraphRows()
    for place, path in sorted(files.items()):
        rows.add(READERS[path.suffix](path, place))
    nodes = [(place, _node(row)) for place, row in rows.nodes]
    ids = _ids(nodes)
    edges = [(place, _edge(place, row, ids)) for place, row in rows.edges]
    for kept in (nodes, edges):
        _type_texts(kept)
    written = {
        row["type"]: _kind(given) for (_, given), (_, row) in zip(rows.nodes, nodes, strict=True)
    }
    own, links = ([row for _, row in kept] for kept in (nodes, edges))
    schema = propose_schema(own, links, rows.labels, written)
    builder = GraphBuilder(spec_of({**spec, **schema.spec}))
    for place, row in nodes:
        builder.add_node(row, place)
    for place, row in _numbered(edges):
        builder.add_edge(row, place)
    return ImportedGraph(builder.build(), schema)


def _is_graph(path: Path) -> bool:
    if path.stat().st_size > LARGEST_FILE:
        return False
    text = path.read_text("utf-8", errors="replace")
    return text.lstrip("\ufeff \n\r\t").startswith("{") and all(p.search(text) for p in _GRAPH_JSON)


def _node(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row with the fields of a node; other fields are properties."""
    node = _with_fields(row, _NODE_FIELDS, _OTHER_NODE_FIELDS)
    node["type"] = slug(_kind(row)).replace("-", "_") or _UNTYPED_NODE
    node["name"] = node.get("name") or str(node.get("id", ""))
    return node


def _kind(row: Mapping[str, Any]) -> str:
    """Return the type of a node as the file has it: «река»."""
    kind = _with_fields(row, _NODE_FIELDS, _OTHER_NODE_FIELDS).get("type") or _UNTYPED_NODE
    return str(kind[0]) if isinstance(kind, list) else str(kind).strip(":")


def _edge(place: str, row: Mapping[str, Any], ids: Mapping[str, str]) -> dict[str, Any]:
    edge = _with_fields(row, _EDGE_FIELDS, _OTHER_EDGE_FIELDS)
    edge["type"] = str(edge.get("type") or _UNTYPED_EDGE)
    for end in ("source", "target"):
        name = str(edge.get(end, ""))
        if name not in ids:
            words = {"place": place, "end": end, "node": name}
            raise WorkspaceError(**localized("workspace.edge_end", **words))
        edge[end] = ids[name]
    return edge


def _with_fields(
    row: Mapping[str, Any], fields: Sequence[str], others: Mapping[str, Sequence[str]]
) -> dict[str, Any]:
    left = dict(row)
    found = {name: left.pop(name) for name in fields if left.get(name) is not None}
    for name, synonyms in others.items():
        for synonym in synonyms:
            if name not in found and left.get(synonym) is not None:
                found[name] = left.pop(synonym)
    own = found.get("properties")
    more = {name: value for name, value in left.items() if value is not None}
    if more or own:
        found["properties"] = {**more, **(own if isinstance(own, dict) else {})}
    return found


def _ids(nodes: Iterable[Row]) -> dict[str, str]:
    """Give each node an id of the form ``type:slug``, and return it by the id in the file."""
    ids: dict[str, str] = {}
    taken: set[str] = set()
    for place, node in nodes:
        given = str(node.get("id", ""))
        if not given:
            raise WorkspaceError(**localized("workspace.no_node_id", place=place))
        wanted = given
        if not given.startswith(f"{node['type']}:"):
            wanted = f"{node['type']}:{slug(given) or len(ids) + 1}"
        while wanted in taken and given not in ids:
            wanted = f"{wanted}-{len(ids) + 1}"
        taken.add(wanted)
        ids.setdefault(given, wanted)
        node["id"] = wanted
    return ids


def _type_texts(rows: Iterable[Row]) -> None:
    """Read the cells of a CSV column as numbers or booleans if all of them are."""
    values: dict[tuple[str, str], list[tuple[dict[str, Any], Any]]] = defaultdict(list)
    for _, row in rows:
        properties: dict[str, Any] = row.get("properties", {})
        for name, value in properties.items():
            values[row["type"], name].append((properties, value))
    for (_, name), cells in values.items():
        texts = [value for _, value in cells]
        if all(isinstance(text, str) and _NUMBER.fullmatch(text) for text in texts):
            for properties, text in cells:
                properties[name] = float(text) if "." in text else int(text)
        elif all(isinstance(text, str) and text.lower() in _BOOLEANS for text in texts):
            for properties, text in cells:
                properties[name] = _BOOLEANS[text.lower()]


def _numbered(edges: Iterable[Row]) -> Iterator[Row]:
    """Yield the edges, equal ones distinguished by a key; repeated rows are yielded once."""
    seen: dict[tuple[str, str, str], list[dict[str, Any]]] = defaultdict(list)
    for place, edge in edges:
        same = seen[edge["source"], edge["type"], edge["target"]]
        if edge in same:
            continue
        same.append(edge)
        key = {"key": str(len(same))} if len(same) > 1 and "key" not in edge else {}
        yield place, {**edge, **key}
