"""A workspace folder becomes a checked Workspace; anything wrong is named with its place."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from workbench.domain.base import content_hash
from workbench.domain.graph import Edge, Node
from workbench.errors import WorkspaceError
from workbench.workspace.check_graph import check_graph
from workbench.workspace.check_intents import check_intents
from workbench.workspace.files import read_rows
from workbench.workspace.schema import WorkspaceSpec

SPEC_FILE = "workspace.yaml"


@dataclass(frozen=True)
class Workspace:
    """A domain as it was read: its specification, nodes by id, edges in file order."""

    root: Path
    spec: WorkspaceSpec
    nodes: Mapping[str, Node] = field(default_factory=dict)
    edges: tuple[Edge, ...] = ()

    @property
    def id(self) -> str:
        """The workspace's id, which is its folder's name."""
        return self.spec.id

    @property
    def documents_folder(self) -> Path:
        """Where its documents lie; the folder may be missing."""
        return self.root / "documents"

    @property
    def prompts_folder(self) -> Path:
        """Where it may override prompts; the folder may be missing."""
        return self.root / "prompts"

    @cached_property
    def subjects(self) -> tuple[Node, ...]:
        """What the whole workspace is about: naming it narrows no question.

        The only node of a type from which intents start when a question names nothing.
        """
        counts = Counter(node.type for node in self.nodes.values())
        defaults = {intent.any_of for intent in self.spec.intents.values()}
        return tuple(
            node for node in self.nodes.values() if node.type in defaults and counts[node.type] == 1
        )

    @cached_property
    def fingerprint(self) -> str:
        """Changes whenever the specification or the graph does."""
        parts = [self.spec.model_dump(mode="json", exclude={"intents"}), repr(self.spec.intents)]
        parts += [node.model_dump(mode="json") for node in self.nodes.values()]
        parts += [edge.model_dump(mode="json") for edge in self.edges]
        return content_hash(parts)

    def entity_name(self, node_id: str, language: str) -> str:
        """A node's readable name; the id's slug when the node is unknown."""
        node = self.nodes.get(node_id)
        return node.label(language) if node else node_id.partition(":")[2] or node_id

    def owners(self, metadata: Mapping[str, str]) -> list[Node]:
        """The entities that a document with this metadata is filed under."""
        fields = self.spec.documents.metadata
        ids = [value for key, value in metadata.items() if key in fields and fields[key].node_type]
        return [self.nodes[node_id] for node_id in ids if node_id in self.nodes]


def open_workspace(folder: Path | str) -> Workspace:
    """Read and check a workspace.

    Raises:
        WorkspaceError: naming the file, the place inside it and, for a wrong name, the nearest one.
    """
    root = Path(folder)
    spec = _read_spec(root)
    nodes = _read_nodes(root)
    edges = tuple(_read_edges(root))
    workspace = Workspace(root=root, spec=spec, nodes=nodes, edges=edges)
    check_intents(spec)
    check_graph(spec, nodes, edges)
    return workspace


def find_workspaces(folders: Iterable[Path]) -> dict[str, Path]:
    """Workspace folders by id. A folder named first wins over a later one of the same name."""
    found: dict[str, Path] = {}
    for folder in folders:
        if not folder.is_dir():
            continue
        for child in sorted(folder.iterdir()):
            if (child / SPEC_FILE).is_file():
                found.setdefault(child.name, child)
    return found


def _read_spec(root: Path) -> WorkspaceSpec:
    path = root / SPEC_FILE
    if not path.is_file():
        raise WorkspaceError(f"there is no {SPEC_FILE}", place=str(root))
    try:
        raw = yaml.safe_load(path.read_text("utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise WorkspaceError(str(error), place=SPEC_FILE) from error
    try:
        spec = WorkspaceSpec.model_validate(raw)
    except ValidationError as error:
        raise _from_validation(error, SPEC_FILE) from error
    if spec.id != root.resolve().name:
        hint = f"Name the folder «{spec.id}», or change `id`."
        raise WorkspaceError(
            f"id is «{spec.id}» but the folder is «{root.name}»", place=SPEC_FILE, hint=hint
        )
    return spec


def _read_nodes(root: Path) -> dict[str, Node]:
    nodes: dict[str, Node] = {}
    for place, row in read_rows(root / "graph", "nodes"):
        node = _validated(Node, row, place)
        if node.id in nodes:
            raise WorkspaceError(f"the node «{node.id}» is given twice", place=place)
        nodes[node.id] = node
    return nodes


def _read_edges(root: Path) -> Iterable[Edge]:
    seen: set[str] = set()
    for place, row in read_rows(root / "graph", "edges"):
        edge = _validated(Edge, row, place)
        if edge.id in seen:
            raise WorkspaceError(
                f"the edge «{edge.id}» is given twice",
                place=place,
                hint="Tell them apart by `key`.",
            )
        seen.add(edge.id)
        yield edge


def _validated(model: Any, row: dict[str, Any], place: str) -> Any:
    try:
        return model.model_validate(row)
    except ValidationError as error:
        raise _from_validation(error, place) from error


def _from_validation(error: ValidationError, file: str) -> WorkspaceError:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
    return WorkspaceError(f"{first['msg']}{more}", place=f"{file}: {where}" if where else file)
