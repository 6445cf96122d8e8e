"""Every node and edge against the types that workspace.yaml declares."""

from collections.abc import Iterable, Mapping

from workbench.domain.graph import Edge, Node
from workbench.errors import WorkspaceError
from workbench.workspace.nearest_name import require
from workbench.workspace.schema import WorkspaceSpec


def check_graph(spec: WorkspaceSpec, nodes: Mapping[str, Node], edges: Iterable[Edge]) -> None:
    """Refuse unknown types and properties, ids that do not match their type, and loose ends."""
    for node in nodes.values():
        _check_node(spec, node)
    for edge in edges:
        _check_edge(spec, nodes, edge)


def _check_node(spec: WorkspaceSpec, node: Node) -> None:
    place = f"graph node {node.id}"
    require(node.type, spec.node_types, what="node type", place=place)
    if not node.id.startswith(f"{node.type}:") or node.id == f"{node.type}:":
        raise WorkspaceError(f"the id of a {node.type} reads «{node.type}:slug»", place=place)
    for name in node.properties:
        require(
            name,
            spec.node_types[node.type].properties,
            what=f"property of {node.type}",
            place=place,
        )


def _check_edge(spec: WorkspaceSpec, nodes: Mapping[str, Node], edge: Edge) -> None:
    place = f"graph edge {edge.id}"
    require(edge.type, spec.edge_types, what="edge type", place=place)
    edge_type = spec.edge_types[edge.type]
    for end, allowed in ((edge.source, edge_type.from_), (edge.target, edge_type.to)):
        require(end, nodes, what="node", place=place)
        if nodes[end].type not in allowed:
            raise WorkspaceError(
                f"{edge.type} joins {'/'.join(edge_type.from_)} to {'/'.join(edge_type.to)}, "
                f"and «{end}» is a {nodes[end].type}",
                place=place,
            )
    for name in edge.properties:
        require(name, edge_type.properties, what=f"property of {edge.type}", place=place)
