"""Convert CSV tables to nodes and edges by a mapping of columns."""

import csv
import io
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from anyascii import anyascii

from workbench.domain.graph import Scalar
from workbench.domain.local_text import LocalText
from workbench.errors import WorkspaceError
from workbench.i18n.errors import localized
from workbench.workspace.bounded_files import read_text
from workbench.workspace.graph_rows import LARGEST_FILE, Row
from workbench.workspace.nearest_name import require
from workbench.workspace.schema import PropertySpec, TableEdge, TableNode, TableSpec

_COLUMN = re.compile(r"\{([^{}]+)\}")
"""A column in a template: ``person:{login}``."""

# Everything but letters, digits and the signs in "c++", "c#", "node.js".
_NOT_SLUG = re.compile(r"[^a-z0-9+#.]+")
_BOOLEANS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}

Properties = Mapping[str, Mapping[str, PropertySpec]]
"""The declared properties of each node or edge type."""

Cells = Mapping[str, str]


class Table:
    """The rows of a CSV file and the mapping of its columns."""

    def __init__(self, path: Path, spec: TableSpec, place: str) -> None:
        """Read the file.

        Raises:
            WorkspaceError: the file is not CSV, or lacks a column of the mapping.
        """
        self._spec = spec
        self._rows = list(_read(path, place))
        header = self._rows[0][1] if self._rows else {}
        for column in _columns(spec) if header else ():
            require(column, header, what="column", place=place)

    def node_rows(self, properties: Properties) -> Iterator[Row]:
        """Yield the nodes of every row; equal nodes of several rows are yielded once."""
        given: dict[str, dict[str, Any]] = {}
        for place, cells in self._rows:
            for node in self._spec.nodes:
                row = _node(node, cells, properties.get(node.type, {}), place)
                if row and given.get(row["id"]) != row:
                    given[row["id"]] = row
                    yield place, row

    def edge_rows(self, properties: Properties) -> Iterator[Row]:
        """Yield the edges of every row; edges with an empty end are skipped."""
        for place, cells in self._rows:
            for edge in self._spec.edges:
                if row := _edge(edge, cells, properties.get(edge.type, {}), place):
                    yield place, row


def slug(text: str) -> str:
    """Return a cell as part of an id: ``"АЛОР Брокер"`` becomes ``alor-broker``."""
    return _NOT_SLUG.sub("-", anyascii(text).lower()).strip("-")


def _read(path: Path, place: str) -> Iterator[tuple[str, Cells]]:
    text = read_text(path, most=LARGEST_FILE, place=place)
    rows = csv.DictReader(io.StringIO(text, newline=""))
    try:
        for row in rows:
            cells = {name: (cell or "").strip() for name, cell in row.items() if name is not None}
            yield f"{place}: line {rows.line_num}", cells
    except csv.Error as error:
        words = {"place": f"{place}: line {rows.reader.line_num}", "detail": str(error)}
        raise WorkspaceError(**localized("workspace.bad_csv", **words)) from error


def _columns(spec: TableSpec) -> Iterator[str]:
    templates: list[str] = []
    for node in spec.nodes:
        templates += [node.id, *_texts(node.name)]
        yield from (*node.aliases, *node.properties.values())
    for edge in spec.edges:
        templates += [edge.source, edge.target, edge.key]
        yield from edge.properties.values()
    for template in templates:
        yield from _COLUMN.findall(template)


def _texts(text: LocalText) -> Iterable[str]:
    return (text,) if isinstance(text, str) else text.values()


def _node(
    node: TableNode, cells: Cells, properties: Mapping[str, PropertySpec], place: str
) -> dict[str, Any] | None:
    node_id = _id(node.id, cells)
    if node_id is None:
        return None
    aliases = [part.strip() for column in node.aliases for part in cells[column].split(";")]
    return {
        "id": node_id,
        "type": node.type,
        "name": _filled(node.name, cells),
        "aliases": [alias for alias in aliases if alias],
        "properties": _properties(node.properties, cells, properties, place),
    }


def _edge(
    edge: TableEdge, cells: Cells, properties: Mapping[str, PropertySpec], place: str
) -> dict[str, Any] | None:
    source, target = _id(edge.source, cells), _id(edge.target, cells)
    if source is None or target is None:
        return None
    return {
        "source": source,
        "type": edge.type,
        "target": target,
        "key": _COLUMN.sub(lambda match: cells[match[1]], edge.key),
        "properties": _properties(edge.properties, cells, properties, place),
    }


def _id(template: str, cells: Cells) -> str | None:
    """Return the id of a row; None if a cell of the template is empty."""
    if not all(slug(cells[column]) for column in _COLUMN.findall(template)):
        return None
    return _COLUMN.sub(lambda match: slug(cells[match[1]]), template)


def _filled(text: LocalText, cells: Cells) -> LocalText:
    if isinstance(text, str):
        return _COLUMN.sub(lambda match: cells[match[1]], text)
    filled = {name: _COLUMN.sub(lambda match: cells[match[1]], one) for name, one in text.items()}
    return {name: one for name, one in filled.items() if one.strip()}


def _properties(
    columns: Mapping[str, str],
    cells: Cells,
    declared: Mapping[str, PropertySpec],
    place: str,
) -> dict[str, Scalar]:
    found = {name: cells[column] for name, column in columns.items() if cells[column]}
    return {
        name: _typed(text, declared[name].kind if name in declared else "text", place)
        for name, text in found.items()
    }


def _typed(text: str, kind: str, place: str) -> Scalar:
    if kind == "number":
        return _number(text, place)
    if kind == "boolean":
        if text.lower() not in _BOOLEANS:
            raise WorkspaceError(
                **localized("workspace.not_a_boolean", place=place, cell=text[:60])
            )
        return _BOOLEANS[text.lower()]
    return text


def _number(text: str, place: str) -> int | float:
    plain = text.replace("\u00a0", "").replace(" ", "")
    if "." not in plain:
        plain = plain.replace(",", ".", 1)
    try:
        number = float(plain)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise WorkspaceError(**localized("workspace.not_a_number", place=place, cell=text[:60]))
    return int(number) if number.is_integer() else number
