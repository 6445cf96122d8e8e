"""Check the files of a workspace's graph: every row, names that collide, values that do not fit."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from workbench.domain.local_text import all_texts
from workbench.errors import InputError, WorkspaceError
from workbench.lint.problems import LintProblem, of_error
from workbench.nlp.name_keys import parts
from workbench.workspace import Workspace
from workbench.workspace.graph_builder import Graph, GraphBuilder
from workbench.workspace.nearest_name import nearest
from workbench.workspace.proposed_spec import PROPOSED_NODES
from workbench.workspace.schema import PropertySpec, WorkspaceSpec

GRAPH = "graph"
_ADDRESS = re.compile(r"https?://\S+")
_DATE = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?")
"""A date, a month or a year: 2024-03-01, 2024-03, 2024."""


class CheckedGraph(GraphBuilder):
    """Builds a graph of the rows without errors, and collects the problems of the others."""

    def __init__(self, spec: WorkspaceSpec, root: Path) -> None:
        super().__init__(spec)
        self.problems: list[LintProblem] = []
        self._root = root

    def add_node(self, row: Mapping[str, Any], place: str) -> None:
        """Add a node, or report what is wrong with it."""
        self._report_nulls(row, place)
        try:
            super().add_node(_without_nulls(row), place)
        except (WorkspaceError, InputError) as error:
            self._report(error)

    def add_edge(self, row: Mapping[str, Any], place: str) -> None:
        """Add an edge, or report what is wrong with it."""
        self._report_nulls(row, place)
        try:
            super().add_edge(_without_nulls(row), place)
        except (WorkspaceError, InputError) as error:
            self._report(error)

    def add_files(self) -> Graph:
        """Add all files of the workspace, and return the graph of the valid rows."""
        try:
            self.add_folder(self._root / GRAPH)
            self.add_proposed(self._root / PROPOSED_NODES, PROPOSED_NODES)
        except (WorkspaceError, InputError) as error:
            self._report(error)
        for wrong in self.invalid_edges():
            self._report(wrong)
        return self.build_valid()

    def _report(self, error: WorkspaceError | InputError) -> None:
        self.problems.append(of_error(self._root, error))

    def _report_nulls(self, row: Mapping[str, Any], place: str) -> None:
        file, line = _file_and_line(place)
        properties = row.get("properties")
        nulls = [name for name, value in row.items() if value is None]
        if isinstance(properties, Mapping):
            nulls += [f"properties.{name}" for name, one in properties.items() if one is None]
        for name in nulls:
            self.problems.append(
                LintProblem(
                    severity="error",
                    code="null_value",
                    file=file,
                    line=line,
                    message=f"{name} is null.",
                    hint="Leave it out: a missing property is simply unknown.",
                )
            )


def _without_nulls(row: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in row.items() if value is not None}
    if isinstance(kept.get("properties"), Mapping):
        found = kept["properties"].items()
        kept["properties"] = {name: value for name, value in found if value is not None}
    return kept


def _file_and_line(place: str) -> tuple[str, int | None]:
    file, _, line = place.partition(": line ")
    return file, int(line) if line.isdigit() else None


def graph_problems(workspace: Workspace, places: Mapping[str, str]) -> Iterator[LintProblem]:
    """Yield colliding names, property values that do not fit, and files that are not read."""
    yield from _collisions(workspace, places)
    for node in workspace.nodes.values():
        kinds = workspace.spec.node_types[node.type].properties
        yield from _values(node.id, node.type, node.properties, kinds, workspace, places)
    for edge in workspace.edges:
        declared = workspace.spec.edge_types[edge.type].properties
        yield from _values(edge.id, edge.type, edge.properties, declared, workspace, places)
    yield from _ignored_files(workspace)


def _collisions(workspace: Workspace, places: Mapping[str, str]) -> Iterator[LintProblem]:
    """Yield the names that several nodes have, in any spelling."""
    owners: dict[str, dict[str, str]] = defaultdict(dict)
    for node in workspace.nodes.values():
        for name in (*all_texts(node.name), *node.aliases):
            if key := "".join(part.text.casefold() for part in parts(name)):
                owners[key].setdefault(node.id, name)
    for nodes in owners.values():
        if len(nodes) > 1:
            first, *others = nodes
            for other in others:
                yield _problem(
                    places.get(other, GRAPH),
                    "alias_collision",
                    f"{other} and {first} have the same name “{nodes[other]}”.",
                    "A question that uses it is ambiguous: remove it from one of them.",
                )


def _problem(place: str, code: str, message: str, hint: str = "") -> LintProblem:
    file, line = _file_and_line(place)
    return LintProblem(
        severity="warning", code=code, file=file, line=line, message=message, hint=hint
    )


def _values(
    owner: str,
    kind: str,
    values: Mapping[str, Any],
    declared: Mapping[str, PropertySpec],
    workspace: Workspace,
    places: Mapping[str, str],
) -> Iterator[LintProblem]:
    """Yield values of another kind than declared, and values that their slot does not list."""
    place = places.get(owner, GRAPH)
    for name, value in values.items():
        expected = declared[name].kind if name in declared else "text"
        if not _fits(value, expected):
            message = f"{owner}: {name} is “{value}”, which is no {expected}."
            yield _problem(place, "wrong_value", message, _HINTS[expected])
        for slot_name, slot in workspace.spec.slots.items():
            if slot.property == f"{kind}.{name}" and isinstance(value, str):
                yield from _undeclared(owner, name, value, slot_name, slot.values, place)


def _undeclared(
    owner: str, name: str, value: str, slot: str, known: Mapping[str, object], place: str
) -> Iterator[LintProblem]:
    if value not in known:
        near = nearest(value, known)
        hint = f"Did you mean “{near}”?" if near else f"Add it to slots.{slot}.values."
        message = f"{owner}: {name} is “{value}”, which the slot {slot} does not list."
        yield _problem(place, "undeclared_value", message, hint)


_HINTS = {
    "date": "Write 2024-03-01, 2024-03 or 2024.",
    "number": "Write a number without quotation marks.",
    "boolean": "Write true or false.",
    "url": "Write an address that begins with https://.",
}


def _fits(value: Any, kind: str) -> bool:
    if kind == "number":
        return isinstance(value, int | float) and not isinstance(value, bool)
    if kind == "boolean":
        return isinstance(value, bool)
    if kind == "url":
        return isinstance(value, str) and bool(_ADDRESS.fullmatch(value))
    if kind == "date":
        return _is_date(str(value))
    return True


def _is_date(text: str) -> bool:
    if not _DATE.fullmatch(text):
        return False
    year, month, day = (*text.split("-"), "1", "1")[:3]
    try:
        date(int(year), int(month), int(day))
    except ValueError:
        return False
    return True


def _ignored_files(workspace: Workspace) -> Iterator[LintProblem]:
    """Yield the files of the graph folder that nothing reads."""
    tables = {table.file for table in workspace.spec.tables}
    for path in sorted((workspace.root / GRAPH).glob("*")):
        is_rows = path.suffix in (".jsonl", ".csv") and path.name.startswith(("nodes", "edges"))
        if is_rows or path.name in tables or path.suffix == ".json" or path.name.startswith("."):
            continue
        yield _problem(
            f"{GRAPH}/{path.name}",
            "ignored_file",
            "Nothing reads this file.",
            "Rows are read from nodes*.jsonl, edges*.jsonl (or .csv), the `tables` of "
            "workspace.yaml, and *.json with nodes and edges.",
        )
