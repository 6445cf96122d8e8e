"""The rows of a graph file."""

from dataclasses import dataclass, field

from workbench.workspace.graph_rows import Row


@dataclass
class GraphRows:
    """The rows of one graph, and the labels that the file has for types, relations, properties."""

    nodes: list[Row] = field(default_factory=list)
    edges: list[Row] = field(default_factory=list)
    labels: dict[str, dict[str, str]] = field(default_factory=dict)
    """Labels by identifier, then by language."""

    def add(self, other: "GraphRows") -> None:
        """Add the rows of another file."""
        self.nodes += other.nodes
        self.edges += other.edges
        self.labels |= other.labels
