"""Validate nodes and edges against the types in workspace.yaml."""

from collections.abc import Mapping

from workbench.domain.graph import Edge, Node
from workbench.errors import WorkspaceError
from workbench.i18n.errors import localized
from workbench.workspace.nearest_name import require, require_property
from workbench.workspace.schema import WorkspaceSpec


def check_node(spec: WorkspaceSpec, node: Node, place: str) -> None:
    """Raise WorkspaceError for an unknown type or property, or an id of another type."""
    require(node.type, spec.node_types, what="node type", place=place)
    if not node.id.startswith(f"{node.type}:") or node.id == f"{node.type}:":
        raise WorkspaceError(**localized("workspace.node_id", place=place, type=node.type))
    for name in node.properties:
        known = spec.node_types[node.type].properties
        require_property(name, known, owner=node.type, place=place)


def check_edge(spec: WorkspaceSpec, nodes: Mapping[str, Node], edge: Edge, place: str) -> None:
    """Raise WorkspaceError for an unknown type, property or end, or an end of the wrong type."""
    require(edge.type, spec.edge_types, what="edge type", place=place)
    edge_type = spec.edge_types[edge.type]
    for end, allowed in ((edge.source, edge_type.from_), (edge.target, edge_type.to)):
        require(end, nodes, what="node", place=place)
        if nodes[end].type not in allowed:
            raise WorkspaceError(
                **localized(
                    "workspace.edge_ends",
                    place=place,
                    edge=edge.type,
                    sources="/".join(edge_type.from_),
                    targets="/".join(edge_type.to),
                    node=end,
                    type=nodes[end].type,
                )
            )
    for name in edge.properties:
        require_property(name, edge_type.properties, owner=edge.type, place=place)
