"""A workspace folder becomes a checked Workspace; anything wrong is named with its place."""

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from pydantic import ValidationError

from workbench.domain.base import content_hash
from workbench.domain.graph import Edge, Node
from workbench.errors import InputError, WorkspaceError
from workbench.i18n.errors import localized
from workbench.logs import log
from workbench.workspace.bounded_files import MEGABYTE, read_text
from workbench.workspace.check_intents import check_intents
from workbench.workspace.graph_builder import GraphBuilder
from workbench.workspace.graph_rows import read_rows
from workbench.workspace.invalid import invalid
from workbench.workspace.schema import WorkspaceSpec
from workbench.workspace.tool_specs import tool_specs
from workbench.workspace.yaml_text import BadYamlError, load_yaml

SPEC_FILE = "workspace.yaml"

LARGEST_SPEC = MEGABYTE
"""Bytes; the sample workspaces take 90,000. Larger ones take seconds to parse."""


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
    def tool_names(self) -> Mapping[str, str]:
        """The kind of each tool that plans may call, by the name that it bears here."""
        specs = tool_specs()
        available = (kind for kind, spec in specs.items() if spec.is_available(self))
        return {self.spec.tools.name_of(kind): kind for kind in available}

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
    try:
        return _read(root)
    except InputError as error:
        raise WorkspaceError(**localized(error.code, **error.words)) from error
    except WorkspaceError:
        raise
    except Exception as error:
        # Whatever a file does to us, the other workspaces open.
        log.exception("workspace_unreadable", workspace=str(root))
        words = {"place": root.name, "detail": f"{type(error).__name__}: {error}"}
        raise WorkspaceError(**localized("workspace.broken", **words)) from error


def find_workspaces(folders: Iterable[Path]) -> dict[str, Path]:
    """Workspace folders by id. A folder named first wins over a later one of the same name.

    A folder counts whatever its workspace.yaml is, so that one which cannot be read is listed.
    """
    found: dict[str, Path] = {}
    for folder in folders:
        if not folder.is_dir():
            continue
        for child in sorted(folder.iterdir()):
            if os.path.lexists(child / SPEC_FILE):
                found.setdefault(child.name, child)
    return found


def _read(root: Path) -> Workspace:
    spec = _read_spec(root)
    check_intents(spec)
    builder = GraphBuilder(spec)
    for place, row in read_rows(root / "graph", "nodes"):
        builder.add_node(row, place)
    for place, row in read_rows(root / "graph", "edges"):
        builder.add_edge(row, place)
    graph = builder.build()
    return Workspace(root=root, spec=spec, nodes=graph.nodes, edges=graph.edges)


def _read_spec(root: Path) -> WorkspaceSpec:
    path = root / SPEC_FILE
    if not os.path.lexists(path):
        raise WorkspaceError(**localized("workspace.no_spec", place=str(root)))
    try:
        raw = load_yaml(read_text(path, most=LARGEST_SPEC, place=SPEC_FILE))
        spec = WorkspaceSpec.model_validate(raw)
    except BadYamlError as error:
        place = f"{SPEC_FILE}: line {error.line}" if error.line else SPEC_FILE
        words = {"place": place, "detail": error.detail}
        raise WorkspaceError(**localized("workspace.bad_yaml", **words)) from error
    except ValidationError as error:
        raise invalid(error, SPEC_FILE) from error
    if spec.id != root.resolve().name:
        words = {"place": SPEC_FILE, "id": spec.id, "folder": root.name}
        raise WorkspaceError(**localized("workspace.wrong_folder", **words))
    return spec
