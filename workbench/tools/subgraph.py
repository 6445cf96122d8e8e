"""Build the part of a graph that a tool's facts follow from."""

from collections.abc import Iterable

from workbench.domain.evidence import Subgraph, SubgraphEdge, SubgraphNode
from workbench.domain.local_text import Language, localize
from workbench.retrieval.graph_store import GraphStore
from workbench.workspace import Workspace


def build_subgraph(
    workspace: Workspace,
    store: GraphStore,
    node_ids: Iterable[str],
    edge_ids: Iterable[str],
    language: Language,
) -> Subgraph:
    """Return nodes and edges with their labels; ids that the store does not have are left out."""
    nodes = [node for node_id in node_ids if (node := store.node(node_id))]
    edges = [edge for edge_id in edge_ids if (edge := store.edge(edge_id))]
    labels = workspace.spec.edge_types
    return Subgraph(
        nodes=tuple(SubgraphNode(id=n.id, type=n.type, label=n.label(language)) for n in nodes),
        edges=tuple(
            SubgraphEdge(
                id=e.id,
                source=e.source,
                target=e.target,
                type=e.type,
                label=localize(labels[e.type].label, language),
            )
            for e in edges
        ),
    )
