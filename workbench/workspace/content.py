"""The specification and graph of a workspace, without its tools."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from workbench.domain.base import content_hash
from workbench.domain.graph import Edge, Node
from workbench.domain.local_text import localize
from workbench.domain.tables import TableSchema
from workbench.workspace.schema import WorkspaceSpec


@dataclass(frozen=True)
class WorkspaceContent:
    """What a workspace holds: its specification, nodes by id, and edges in file order."""

    root: Path
    spec: WorkspaceSpec
    nodes: Mapping[str, Node] = field(default_factory=dict)
    edges: tuple[Edge, ...] = ()
    tables: Mapping[str, TableSchema] = field(default_factory=dict)
    """Tables of the documents by id; empty until the index is open."""

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

    def type_label(self, name: str, language: str) -> str:
        """Return the label of a node or edge type in a language; the name of an unknown one."""
        if name in self.spec.node_types:
            return localize(self.spec.node_types[name].label, language)
        if name in self.spec.edge_types:
            return localize(self.spec.edge_types[name].label, language)
        return name

    def property_label(self, name: str, language: str) -> str:
        """Return the label of a property, of the first type that has it; its name if none has."""
        known = [one.properties for one in self.spec.node_types.values()]
        known += [one.properties for one in self.spec.edge_types.values()]
        found = (properties[name].label for properties in known if name in properties)
        return localize(next(found, name), language)

    def owners(self, metadata: Mapping[str, str]) -> list[Node]:
        """Return the nodes that metadata fields of a document refer to."""
        fields = self.spec.documents.metadata
        ids = [value for key, value in metadata.items() if key in fields and fields[key].node_type]
        return [self.nodes[node_id] for node_id in ids if node_id in self.nodes]
