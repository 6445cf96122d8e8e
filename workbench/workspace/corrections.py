"""Apply a person's corrections of entities to a workspace's graph."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from workbench.domain.corrections import Correction
from workbench.domain.graph import Edge, Node
from workbench.domain.local_text import all_texts
from workbench.workspace.intervals import with_intervals
from workbench.workspace.load import Workspace


def corrected(workspace: Workspace, corrections: Iterable[Correction]) -> Workspace:
    """Return the workspace after its corrections, oldest first; undone ones do not count.

    A correction of an entity that no longer exists has no effect.
    """
    counting = [correction for correction in corrections if correction.counts]
    if not counting:
        return workspace
    graph = _Graph(workspace)
    for correction in counting:
        graph.apply(correction)
    nodes, edges = with_intervals(graph.nodes, tuple(graph.edges.values()), workspace.spec)
    return replace(workspace, nodes=nodes, edges=edges)


def denied_names(corrections: Iterable[Correction]) -> Mapping[str, tuple[str, ...]]:
    """Return, by entity, the words that no longer mean it."""
    denied: dict[str, tuple[str, ...]] = {}
    for correction in corrections:
        if correction.counts and correction.kind in ("alias", "unalias"):
            others = denied.get(correction.node_id, ())
            same = {text.casefold() for text in correction.texts}
            denied[correction.node_id] = tuple(t for t in others if t.casefold() not in same)
            if correction.kind == "unalias":
                denied[correction.node_id] += correction.texts
    return denied


def names_of(node: Node) -> tuple[str, ...]:
    """Return every name and alias of an entity, names first; of those equal but for case, one."""
    unique: dict[str, str] = {}
    for text in (*all_texts(node.name), *node.aliases):
        unique.setdefault(text.casefold(), text)
    return tuple(unique.values())


class _Graph:
    """The nodes and edges of a workspace while corrections are applied."""

    def __init__(self, workspace: Workspace) -> None:
        self.nodes: dict[str, Node] = dict(workspace.nodes)
        self.edges: dict[str, Edge] = {edge.id: edge for edge in workspace.edges}
        self._merged: dict[str, str] = {}
        self._spec = workspace.spec

    def apply(self, correction: Correction) -> None:
        """Apply one correction; an edge whose ends are gone is left out."""
        if correction.kind == "put_node":
            put = Node.model_validate_json(correction.texts[0])
            self.nodes[put.id] = put
            return
        if correction.kind == "accept_draft":
            self._accept_draft(correction)
        if correction.kind in ("accept_draft", "reject_draft"):
            return
        node = self.nodes.get(self._kept(correction.node_id))
        if node is not None:
            getattr(self, f"_{correction.kind}")(node, correction)

    def _alias(self, node: Node, correction: Correction) -> None:
        self._update(node, aliases=(*node.aliases, *_new(correction.texts, names_of(node))))

    def _unalias(self, node: Node, correction: Correction) -> None:
        self._update(node, aliases=_new(node.aliases, correction.texts))

    def _accept(self, node: Node, _: Correction) -> None:
        self._update(node, proposed=False)

    def _reject(self, node: Node, _: Correction) -> None:
        del self.nodes[node.id]
        others = (edge for edge in self.edges.values() if node.id not in (edge.source, edge.target))
        self.edges = {edge.id: edge for edge in others}

    _remove_node = _reject

    def _put_edge(self, _: Node, correction: Correction) -> None:
        edge = Edge.model_validate_json(correction.texts[0])
        self.edges.pop(edge.id, None)
        if edge.source in self.nodes and edge.target in self.nodes:
            self.edges[edge.id] = edge

    def _remove_edge(self, _: Node, correction: Correction) -> None:
        for edge_id in correction.texts:
            self.edges.pop(edge_id, None)

    def _accept_draft(self, correction: Correction) -> None:
        """Add an edge with the nodes that it needs; one that the graph has stays as it is.

        Ends that were merged since are followed. Nothing is added in types that are gone.
        """
        _, stated, *records = correction.texts
        edge = Edge.model_validate_json(stated)
        added = [Node.model_validate_json(record) for record in records]
        types = {node.type for node in added}
        if edge.type not in self._spec.edge_types or not types <= self._spec.node_types.keys():
            return
        source, target = self._kept(edge.source), self._kept(edge.target)
        edge = edge.model_copy(update={"source": source, "target": target})
        nodes = {self._kept(node.id): node for node in added}
        if source != target and all(end in self.nodes or end in nodes for end in (source, target)):
            for node_id, node in nodes.items():
                self.nodes.setdefault(node_id, node)
            self.edges.setdefault(edge.id, edge)

    def _kept(self, node_id: str) -> str:
        """Return the id of a node, or of the one that it was merged into."""
        return self._merged.get(node_id, node_id)

    def _merge(self, node: Node, correction: Correction) -> None:
        other = self.nodes.get(correction.other_id)
        if other is None or other.id == node.id:
            return
        aliases = (*node.aliases, *_new(names_of(other), names_of(node)))
        properties = {**other.properties, **node.properties}
        self._update(
            node, aliases=aliases, properties=properties, evidence=node.evidence or other.evidence
        )
        del self.nodes[other.id]
        self._merged |= {old: node.id for old, new in self._merged.items() if new == other.id}
        self._merged[other.id] = node.id
        moved = (_moved(edge, other.id, node.id) for edge in self.edges.values())
        self.edges = {edge.id: edge for edge in moved if edge.source != edge.target}

    def _split(self, node: Node, correction: Correction) -> None:
        """Take names out into an entity of its own, with the edges whose quotes have them."""
        if correction.other_id in self.nodes:
            return
        name, *aliases = correction.texts
        self._update(node, aliases=_new(node.aliases, correction.texts))
        self.nodes[correction.other_id] = Node(
            id=correction.other_id, type=node.type, name=name, aliases=tuple(aliases)
        )
        written = [text.casefold() for text in correction.texts]
        moved = (
            _moved(edge, node.id, correction.other_id) if _quotes(edge, written) else edge
            for edge in self.edges.values()
        )
        self.edges = {edge.id: edge for edge in moved}

    def _update(self, node: Node, **fields: object) -> None:
        self.nodes[node.id] = node.model_copy(update=fields)


def _new(texts: Sequence[str], known: Iterable[str]) -> tuple[str, ...]:
    """Return the texts that are not known, ignoring case."""
    folded = {text.casefold() for text in known}
    return tuple(text for text in texts if text.casefold() not in folded)


def _moved(edge: Edge, old: str, new: str) -> Edge:
    ends = {"source": edge.source, "target": edge.target}
    if old not in ends.values():
        return edge
    return edge.model_copy(update={end: new if at == old else at for end, at in ends.items()})


def _quotes(edge: Edge, names: Sequence[str]) -> bool:
    quote = edge.evidence.quote.casefold() if edge.evidence else ""
    return any(name in quote for name in names)
