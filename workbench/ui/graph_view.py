"""The view model of the Graph page: the drawing, the list of the same facts, and the details."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from workbench.domain.evidence import GraphPath, Subgraph, SubgraphEdge, SubgraphNode
from workbench.domain.graph import Edge, Node, Property, Provenance
from workbench.domain.local_text import localize
from workbench.i18n.numbers import integer
from workbench.i18n.properties import property_text
from workbench.retrieval.graph_explorer import GraphExplorer, TypeFilter
from workbench.ui.graph_state import GraphActions, View
from workbench.ui.subgraph import network_data
from workbench.ui.texts import Texts
from workbench.workspace.schema import EdgeType, NodeType, PropertySpec, WorkspaceSpec

MOST_LISTED = 200
"""Rows of one group of a list."""
_MOST_SOURCES = 8
"""Sources of one node; each brings the text of its document to the browser."""
_WIDE = 1.0
"""Width of the drawing relative to its height."""

Data = dict[str, Any]
Row = dict[str, str]


@dataclass(frozen=True)
class EdgeWay:
    """A type of edge with the end at which the selected node stands."""

    type: str
    other_types: tuple[str, ...]
    outwards: bool

    def edge(self, node_id: str, other_id: str) -> Edge:
        """The edge that joins the selected node with another."""
        ends = (node_id, other_id) if self.outwards else (other_id, node_id)
        return Edge(source=ends[0], type=self.type, target=ends[1])


class GraphPage:
    """What the page shows of a graph in one state, in the interface's language."""

    def __init__(
        self, explorer: GraphExplorer, spec: WorkspaceSpec, view: View, types: TypeFilter, t: Texts
    ) -> None:
        self.explorer = explorer
        self.t = t
        self.actions = GraphActions(explorer, types)
        self.view = self.actions.current(view)
        self._spec = spec
        self._types = types

    # --- names ------------------------------------------------------------------------------

    def name(self, node_id: str) -> str:
        """A node's name."""
        return self.explorer.nodes[node_id].label(self.t.language)

    def node_type(self, name: str) -> str:
        """A node type's label."""
        return _label(self._spec.node_types, name, self.t)

    def edge_type(self, name: str) -> str:
        """An edge type's label."""
        return _label(self._spec.edge_types, name, self.t)

    def sentence(self, edge: Edge) -> str:
        """An edge in words: ``Aston — employs → Dmitry``."""
        return f"{self.name(edge.source)} — {self.edge_type(edge.type)} → {self.name(edge.target)}"

    def node_types(self) -> dict[str, str]:
        """The labels of the node types, by name."""
        return {name: self.node_type(name) for name in self._spec.node_types}

    def node_properties(self, node_type: str) -> Mapping[str, PropertySpec]:
        """The properties that nodes of a type may have, those left out that are computed."""
        kind = self._spec.node_types.get(node_type)
        properties = kind.properties if kind else {}
        return {name: one for name, one in properties.items() if one.between is None}

    def edge_ways(self, node_type: str) -> dict[EdgeWay, str]:
        """The ways in which an edge may join a node of a type with another, in words."""
        ways: dict[EdgeWay, str] = {}
        for name, kind in self._spec.edge_types.items():
            label = self.edge_type(name)
            if node_type in kind.from_:
                ways[EdgeWay(name, kind.to, outwards=True)] = f"— {label} → …"
            if node_type in kind.to:
                ways[EdgeWay(name, kind.from_, outwards=False)] = f"… — {label} →"
        return ways

    # --- drawing ----------------------------------------------------------------------------

    @cached_property
    def drawn(self) -> Sequence[str]:
        """The ids of the nodes that are drawn."""
        return self.actions.drawn(self.view)

    @cached_property
    def drawn_edges(self) -> Sequence[Edge]:
        """The edges among the drawn nodes, and those of the path."""
        among = self.explorer.edges_among(self.drawn, self._types)
        on_path = self._path_edges
        return list({edge.id: edge for edge in (*among, *on_path)}.values())

    @property
    def counts(self) -> str:
        """How much is drawn of how much."""
        return self.t(
            "graph.drawn",
            nodes=integer(len(self.drawn), self.t.language),
            total=integer(len(self.explorer.nodes), self.t.language),
            edges=integer(len(self.drawn_edges), self.t.language),
        )

    def drawing(self) -> Data:
        """The drawing component's data."""
        graph = Subgraph(
            nodes=tuple(
                SubgraphNode(id=one, type=self.explorer.nodes[one].type, label=self.name(one))
                for one in self.drawn
            ),
            edges=tuple(
                SubgraphEdge(
                    id=edge.id,
                    source=edge.source,
                    target=edge.target,
                    type=edge.type,
                    label=self.edge_type(edge.type),
                )
                for edge in self.drawn_edges
            ),
        )
        nodes, edges, options = network_data(graph, stretch=_WIDE)
        more = {one: len(self.actions.hidden(one, self.drawn)) for one in self.drawn}
        path = self.view.path or GraphPath(nodes=())
        return {
            "nodes": [{**node, "more": self._more(more[node["id"]])} for node in nodes],
            "edges": edges,
            "options": options,
            "kinds": self._kinds(graph.nodes),
            "selected": self.view.selected,
            "path": {"nodes": list(path.nodes), "edges": list(path.edges)},
            "texts": {
                "fit": self.t("graph.drawing.fit"),
                "full": self.t("graph.drawing.full"),
                "more": self.t("graph.drawing.legend_more"),
                "hint": self.t("graph.drawing.hint"),
                "label": self.t("graph.drawing.label", counts=self.counts),
            },
        }

    def _more(self, count: int) -> str:
        return self.t("graph.drawing.more", n=count) if count else ""

    def _kinds(self, nodes: Iterable[SubgraphNode]) -> list[Row]:
        """The types of the nodes; a type has the same colour in every drawing."""
        used = {node.type for node in nodes}
        order = [name for name in self._spec.node_types if name in used]
        place = {name: str(at) for at, name in enumerate(self._spec.node_types)}
        return [{"id": one, "label": self.node_type(one), "color": place[one]} for one in order]

    # --- lists ------------------------------------------------------------------------------

    def rows(self, found: Sequence[Node] | None) -> Data:
        """The list's data: the nodes found; without a search, the path and all that is drawn."""
        groups = [self._path_group] if self.view.path and found is None else []
        if found is not None:
            title = self.t("graph.list.found", n=len(found)) if found else ""
            nodes = [self._node_row(node) for node in found[:MOST_LISTED]]
            groups.append(self._group(title or self.t("graph.list.nothing"), nodes, len(found)))
        else:
            nodes = [self._node_row(self.explorer.nodes[one]) for one in self.drawn]
            edges = [self._edge_row(edge) for edge in self.drawn_edges[:MOST_LISTED]]
            groups.append(self._group(self.t("graph.list.nodes"), nodes, len(nodes)))
            title = self.t("graph.list.edges")
            groups.append(self._group(title, edges, len(self.drawn_edges)))
        return self._list(groups, self.t("graph.list.label"))

    def relations(self, node_id: str) -> Data:
        """The edges of a node as a list; picking one goes to the node at its other end."""
        edges = list(self.explorer.edges_at(node_id, self._types))
        rows = [self._relation_row(edge, node_id) for edge in edges[:MOST_LISTED]]
        title = self.t("graph.details.relations")
        group = self._group(title, rows, len(edges))
        return self._list([group], self.t("graph.details.relations_label"))

    def ends(self, edge: Edge) -> Data:
        """The two ends of an edge as a list."""
        nodes = [self.explorer.nodes[one] for one in (edge.source, edge.target)]
        rows = [self._node_row(node) for node in nodes]
        title = self.t("graph.details.ends")
        return self._list([self._group(title, rows, len(rows))], title)

    def _list(self, groups: list[Data], label: str) -> Data:
        return {"groups": groups, "selected": self.view.selected, "label": label}

    def _group(self, title: str, rows: list[Row], total: int) -> Data:
        cut = total > len(rows)
        note = self.t("graph.list.first", n=len(rows)) if cut else ""
        return {"title": title, "rows": rows, "note": note}

    @property
    def _path_edges(self) -> list[Edge]:
        found = map(self.explorer.edge, self.view.path.edges if self.view.path else ())
        return [edge for edge in found if edge is not None]

    @property
    def _path_group(self) -> Data:
        assert self.view.path is not None
        edges = self._path_edges
        rows = [
            {**self._edge_row(edge), "text": f"{number}. {self.sentence(edge)}"}
            for number, edge in enumerate(edges, start=1)
        ]
        return self._group(self.t("graph.path.title", n=len(edges)), rows, len(edges))

    def _node_row(self, node: Node) -> Row:
        return {
            "id": node.id,
            "text": node.label(self.t.language),
            "note": self.node_type(node.type),
            "color": self._color(node),
        }

    def _edge_row(self, edge: Edge) -> Row:
        return {"id": edge.id, "text": self.sentence(edge), "note": "", "color": ""}

    def _relation_row(self, edge: Edge, node_id: str) -> Row:
        other = self.explorer.nodes[edge.other_end(node_id)]
        label = self.edge_type(edge.type)
        text = (
            f"{label} → {self.name(other.id)}"
            if edge.source == node_id
            else (f"{self.name(other.id)} — {label} →")
        )
        return {"id": other.id, "text": text, "note": "", "color": self._color(other)}

    def _color(self, node: Node) -> str:
        return str(list(self._spec.node_types).index(node.type))

    # --- details ----------------------------------------------------------------------------

    @property
    def node(self) -> Node | None:
        """The selected node."""
        return self.explorer.nodes.get(self.view.selected)

    @property
    def edge(self) -> Edge | None:
        """The selected edge."""
        return self.explorer.edge(self.view.selected)

    def properties(self, item: Node | Edge) -> list[tuple[str, str]]:
        """The properties of a node or an edge: labels and values."""
        declared = (self._spec.node_types if isinstance(item, Node) else self._spec.edge_types).get(
            item.type
        )
        known: Mapping[str, PropertySpec] = declared.properties if declared else {}
        return [
            (self._property_label(name, known), self._property_text(value))
            for name, value in item.properties.items()
        ]

    def _property_label(self, name: str, known: Mapping[str, PropertySpec]) -> str:
        return localize(known[name].label, self.t.language) if name in known else name

    def _property_text(self, value: Property) -> str:
        return property_text(value, self.t.language)

    def stated(self, item: Node | Edge) -> dict[str, Provenance]:
        """The provenance of the selected node or edge and, for a node, of its edges, by words."""
        if isinstance(item, Edge):
            own = {self.sentence(item): item.evidence}
        else:
            edges = self.explorer.edges_at(item.id, self._types)
            own = {self.name(item.id): item.evidence}
            own |= {self.sentence(edge): edge.evidence for edge in edges}
        found = {words: evidence for words, evidence in own.items() if evidence is not None}
        return dict(list(found.items())[:_MOST_SOURCES])


def _label(kinds: Mapping[str, NodeType] | Mapping[str, EdgeType], name: str, t: Texts) -> str:
    return localize(kinds[name].label, t.language) if name in kinds else name
