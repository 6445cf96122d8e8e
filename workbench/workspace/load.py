"""Read a workspace folder into a checked Workspace; errors name the file and the place in it."""

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
from workbench.workspace.tool_specs import tool_specs


@dataclass(frozen=True)
class Workspace:
    """A domain as data: its specification, nodes by id, edges in file order."""

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
        """The folder of its documents, which may be missing."""
        return self.root / "documents"

    @property
    def prompts_folder(self) -> Path:
        """The folder of prompts that replace built-in ones, which may be missing."""
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
        # A bug in reading one workspace must not keep the others from opening.
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
    spec = read_spec(root)
    check_intents(spec)
    builder = GraphBuilder(spec)
    builder.add_folder(root / "graph")
    graph = builder.build()
    return Workspace(root=root, spec=spec, nodes=graph.nodes, edges=graph.edges)
