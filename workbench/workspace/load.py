"""Read a workspace folder into a validated Workspace."""

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from workbench.domain.base import content_hash
from workbench.domain.graph import Edge, Node
from workbench.errors import InputError, WorkspaceError
from workbench.i18n.errors import localized
from workbench.logs import log
from workbench.workspace.check_intents import check_intents
from workbench.workspace.graph_builder import GraphBuilder
from workbench.workspace.read_spec import SPEC_FILE, read_spec
from workbench.workspace.schema import WorkspaceSpec
from workbench.workspace.tool_specs import ToolSpec


@dataclass(frozen=True)
class Workspace:
    """A workspace: its specification, nodes by id, and edges in file order."""

    root: Path
    spec: WorkspaceSpec
    nodes: Mapping[str, Node] = field(default_factory=dict)
    edges: tuple[Edge, ...] = ()
    tool_specs: Mapping[str, ToolSpec] = field(default_factory=dict)
    """Descriptions of the kinds of tools, in the order in which they are to be listed."""

    @property
    def id(self) -> str:
        """The id of the workspace, equal to the name of its folder."""
        return self.spec.id

    @property
    def documents_folder(self) -> Path:
        """The folder of its documents, which may be missing."""
        return self.root / "documents"

    @property
    def prompts_folder(self) -> Path:
        """The folder of prompts that replace built-in ones, which may be missing."""
        return self.root / "prompts"

    @cached_property
    def subjects(self) -> tuple[Node, ...]:
        """The nodes that the whole workspace is about, such as the only company.

        Each is the only node of a type from which intents start if a question names no entity.
        """
        counts = Counter(node.type for node in self.nodes.values())
        defaults = {intent.any_of for intent in self.spec.intents.values()}
        return tuple(
            node for node in self.nodes.values() if node.type in defaults and counts[node.type] == 1
        )

    @cached_property
    def tool_names(self) -> Mapping[str, str]:
        """Kinds of the tools that plans may call, by the workspace's name for them."""
        available = (kind for kind, spec in self.tool_specs.items() if spec.is_available(self))
        return {self.tool_name(kind): kind for kind in available}

    def tool_name(self, kind: str) -> str:
        """Return the name of a kind in plans: the workspace's own, or else the default one."""
        return self.spec.tools.name_of(kind) or self.tool_specs[kind].default_name

    @cached_property
    def fingerprint(self) -> str:
        """Hash of the specification and the graph."""
        parts = [self.spec.model_dump(mode="json", exclude={"intents"}), repr(self.spec.intents)]
        parts += [node.model_dump(mode="json") for node in self.nodes.values()]
        parts += [edge.model_dump(mode="json") for edge in self.edges]
        return content_hash(parts)

    def entity_name(self, node_id: str, language: str) -> str:
        """Return a node's name in a language; the slug of the id for an unknown node."""
        node = self.nodes.get(node_id)
        return node.label(language) if node else node_id.partition(":")[2] or node_id

    def owners(self, metadata: Mapping[str, str]) -> list[Node]:
        """Return the nodes that metadata fields of a document refer to."""
        fields = self.spec.documents.metadata
        ids = [value for key, value in metadata.items() if key in fields and fields[key].node_type]
        return [self.nodes[node_id] for node_id in ids if node_id in self.nodes]


def open_workspace(folder: Path | str, tool_specs: Mapping[str, ToolSpec]) -> Workspace:
    """Read and validate a workspace, whose plans may call tools of these kinds.

    Raises:
        WorkspaceError: with the file, the place in it and, for a wrong name, the nearest one.
    """
    root = Path(folder)
    try:
        return _read(root, tool_specs)
    except InputError as error:
        raise WorkspaceError(**localized(error.code, **error.words)) from error
    except WorkspaceError:
        raise
    except Exception as error:
        # A bug in reading one workspace must not keep the others from opening.
        log.exception("workspace_unreadable", workspace=str(root))
        words = {"place": root.name, "detail": f"{type(error).__name__}: {error}"}
        raise WorkspaceError(**localized("workspace.broken", **words)) from error


def find_workspaces(folders: Iterable[Path]) -> dict[str, Path]:
    """Return workspace folders by id; of two with the same id, the first is used.

    A folder with an invalid workspace.yaml is listed too.
    """
    found: dict[str, Path] = {}
    for folder in folders:
        if not folder.is_dir():
            continue
        for child in sorted(folder.iterdir()):
            if os.path.lexists(child / SPEC_FILE):
                found.setdefault(child.name, child)
    return found


def _read(root: Path, tool_specs: Mapping[str, ToolSpec]) -> Workspace:
    spec = read_spec(root)
    check_intents(spec, tool_specs)
    builder = GraphBuilder(spec)
    builder.add_folder(root / "graph")
    graph = builder.build()
    return Workspace(
        root=root, spec=spec, nodes=graph.nodes, edges=graph.edges, tool_specs=tool_specs
    )
