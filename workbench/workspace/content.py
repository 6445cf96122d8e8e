"""The specification and graph of a workspace, without its tools."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any, Self, TypeVar, cast

from workbench.domain.graph import Edge, Node
from workbench.domain.local_text import all_texts, localize
from workbench.domain.tables import TableSchema
from workbench.workspace.graph_arrays.array_graph import ArrayEdges
from workbench.workspace.graph_summary import (
    RelationSummary,
    count_nodes,
    summarize_relations,
)
from workbench.workspace.prompts import PromptFiles
from workbench.workspace.schema import WorkspaceSpec

T = TypeVar("T")


@dataclass(frozen=True)
class WorkspaceContent:
    """What a workspace holds: its specification, nodes by id, and edges in file order."""

    root: Path
    spec: WorkspaceSpec
    nodes: Mapping[str, Node] = field(default_factory=dict)
    edges: Sequence[Edge] = ()
    tables: Mapping[str, TableSchema] = field(default_factory=dict)
    """Tables of the documents by id; empty until the index is open."""
    live_prompts: Mapping[str, str] = field(default_factory=dict)
    """Texts of templates that people made live, by file name; they replace those of files."""

    @property
    def id(self) -> str:
        """The id of the workspace, equal to the name of its folder."""
        return self.spec.id

    @property
    def documents_folder(self) -> Path:
        """The folder of its documents, which may be missing."""
        return self.root / "documents"

    @property
    def has_documents(self) -> bool:
        """Whether its folder of documents has a file; files are not read."""
        folder = self.documents_folder
        return folder.is_dir() and any(True for _ in folder.iterdir())

    @property
    def prompts_folder(self) -> Path:
        """The folder of prompts that replace built-in ones, which may be missing."""
        return self.root / "prompts"

    def prompt_files(self, package: str) -> PromptFiles:
        """The templates of a package, with the workspace's own and the live ones in place."""
        return PromptFiles(self.prompts_folder, package, self.live_prompts)

    def with_prompts(self, texts: Mapping[str, str]) -> Self:
        """Return the workspace with texts of templates in place of those that it has."""
        return replace(self, live_prompts={**self.live_prompts, **texts})

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what ``make`` computes from the workspace, computed on the first call of a key."""
        if key not in self._computed:
            self._computed[key] = make()
        return cast(T, self._computed[key])

    @cached_property
    def _computed(self) -> dict[Hashable, Any]:
        return {}

    @cached_property
    def subjects(self) -> tuple[Node, ...]:
        """The nodes that the whole workspace is about, such as the only company.

        Each is the only node of a type from which intents start if a question names no entity.
        """
        wanted = self.subject_types
        found = (node for node in self.nodes.values() if node.type in wanted) if wanted else ()
        return tuple(found)

    @cached_property
    def subject_names(self) -> tuple[str, ...]:
        """The names of its subjects, in every language."""
        return tuple(name for node in self.subjects for name in all_texts(node.name))

    @cached_property
    def subject_types(self) -> frozenset[str]:
        """The types of the subjects."""
        defaults = {intent.any_of for intent in self.spec.intents.values()}
        return frozenset(name for name in defaults if self.node_counts.get(name) == 1)

    @cached_property
    def node_counts(self) -> Mapping[str, int]:
        """Number of nodes of each type, in the order in which the types occur."""
        if isinstance(self.edges, ArrayEdges):
            return self.edges.graph.head.node_counts
        return count_nodes(self.nodes.values())

    @cached_property
    def relations(self) -> Mapping[str, RelationSummary]:
        """What the edges of each type connect, in the order in which the types occur."""
        if isinstance(self.edges, ArrayEdges):
            return self.edges.graph.head.relations
        return summarize_relations(self.nodes, self.edges)

    def stated(self) -> Iterable[Node | Edge]:
        """Return the nodes and edges that have evidence."""
        if isinstance(self.edges, ArrayEdges):
            return self.edges.graph.stated()
        items = chain[Node | Edge](self.nodes.values(), self.edges)
        return (item for item in items if item.evidence is not None)

    def first_of_types(self, most: int) -> Iterator[Node | Edge]:
        """Yield the first nodes and edges of each type, at most ``most`` of each."""
        if isinstance(self.edges, ArrayEdges):
            yield from self.edges.graph.first_of_types(most)
            return
        counts = Counter[tuple[type, str]]()
        for item in chain[Node | Edge](self.nodes.values(), self.edges):
            kind = (type(item), item.type)
            counts[kind] += 1
            if counts[kind] <= most:
                yield item

    def changed(self, change: Callable[[Any], Any]) -> Self:
        """Return the workspace with a change to each node and edge, which keeps its id and type."""
        if isinstance(self.edges, ArrayEdges):
            graph = self.edges.graph.changed(change)
            return replace(self, nodes=graph.nodes, edges=graph.edges)
        nodes = {name: change(node) for name, node in self.nodes.items()}
        return replace(self, nodes=nodes, edges=tuple(map(change, self.edges)))

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

    def metadata_value(self, field: str, value: str, language: str) -> str:
        """Return a value of a metadata field as people read it; by itself if it has no label."""
        if value in self.nodes:
            return self.entity_name(value, language)
        known = self.spec.documents.metadata.get(field)
        labels = known.value_labels if known else {}
        return localize(labels.get(value, value), language)

    def owners(self, metadata: Mapping[str, str]) -> list[Node]:
        """Return the nodes that metadata fields of a document refer to."""
        fields = self.spec.documents.metadata
        ids = [value for key, value in metadata.items() if key in fields and fields[key].node_type]
        return [self.nodes[node_id] for node_id in ids if node_id in self.nodes]
