"""Build the subgraph panel's data: the pyvis network and the details of each node."""

import json
import textwrap
from collections.abc import Collection, Mapping
from typing import Any

from workbench.domain.evidence import Subgraph, SubgraphNode
from workbench.domain.local_text import localize
from workbench.i18n.properties import property_text
from workbench.rendering.graph_layout import CAREFUL, STRETCH, Places, places
from workbench.text.plain_text import without_markdown
from workbench.ui.run_view_model import RunViewModel
from workbench.ui.sources import paths_of

LABEL_WIDTH = 20
LABEL_LINES = 3
EDGE_LABELS = 4
"""Up to this many edges show their labels; with more, labels appear on hover only."""
STEEP = 0.2
"""Slope (down / across) above which a node's links would cross a label below it."""

OPTIONS: dict[str, Any] = {
    "physics": {"enabled": False},
    "layout": {"improvedLayout": False},
    "interaction": {
        "hover": True,
        "tooltipDelay": 150,
        "keyboard": {"enabled": True, "bindToWindow": False},
        "selectConnectedEdges": True,
    },
    "nodes": {"shape": "dot", "borderWidth": 2, "font": {"size": 13}},
    "edges": {
        "arrows": {"to": {"enabled": True, "scaleFactor": 0.5}},
        "smooth": False,
        "font": {"size": 11},
    },
}

Data = dict[str, Any]
Box = tuple[float, float, float, float]


def panel_data(frame: RunViewModel) -> Data:
    """The component's data: network, legend, node details and labels."""
    graph = frame.subgraph
    asked = frozenset(entity.canonical_id for entity in frame.run.entities)
    nodes, edges, options = network_data(graph, asked)
    kinds = list(dict.fromkeys(node.type for node in graph.nodes))
    return {
        "run": frame.run.id,
        "nodes": nodes,
        "edges": edges,
        "options": options,
        "kinds": [{"id": kind, "label": frame.node_type(kind)} for kind in kinds],
        "details": {node.id: _details(frame, node) for node in graph.nodes},
        "texts": {
            name: frame.t(f"ask.graph.{name}")
            for name in ("close", "fit", "full", "used_by", "relations", "claims")
        }
        | {"label": title(frame)},
    }


def title(frame: RunViewModel) -> str:
    """The number of nodes and edges, in words."""
    nodes = frame.t("common.count.nodes", n=len(frame.subgraph.nodes))
    edges = frame.t("common.count.edges", n=len(frame.subgraph.edges))
    return f"{nodes}, {edges}"


def network_data(
    graph: Subgraph, asked: frozenset[str] = frozenset(), stretch: float = STRETCH
) -> tuple[list[Data], list[Data], Data]:
    """Nodes with their positions, edges and options of the network.

    ``asked`` nodes are drawn larger; ``stretch`` is the width relative to the height.
    """
    from pyvis.network import Network

    labels = {node.id: wrapped(node.label) for node in graph.nodes}
    labelled = len(graph.edges) <= EDGE_LABELS
    spots = places(
        tuple((node.id, *_size(labels[node.id])) for node in graph.nodes),
        tuple((edge.source, edge.target) for edge in graph.edges),
        apart=_longest(graph) if labelled else 0.0,
        stretch=stretch,
    )
    steep = _steep(graph, spots) if len(graph.nodes) <= CAREFUL else ()
    lifted = _with_room(steep, spots, labels)
    network = Network(directed=True)
    for node in graph.nodes:
        x, y = spots[node.id]
        big = node.id in asked
        network.add_node(
            node.id,
            label=labels[node.id],
            title=node.label,
            kind=node.type,
            x=x,
            y=y,
            size=15 if big else 9,
            lifted=node.id in lifted,
        )
    for edge in graph.edges:
        network.add_edge(
            edge.source,
            edge.target,
            id=edge.id,
            title=edge.label,
            label=edge.label if labelled else "",
        )
    network.set_options(json.dumps(OPTIONS))
    return network.nodes, network.edges, dict(network.options)


def wrapped(label: str) -> str:
    """Wrap a label to ``LABEL_LINES`` lines, ending a longer one with an ellipsis."""
    lines = textwrap.wrap(label, LABEL_WIDTH, break_long_words=True) or [label]
    if len(lines) > LABEL_LINES:
        lines = [*lines[: LABEL_LINES - 1], lines[LABEL_LINES - 1].rstrip(" .,") + "…"]
    return "\n".join(lines)


def _with_room(steep: Collection[str], spots: Places, labels: Mapping[str, str]) -> Collection[str]:
    """Of the steep nodes, those whose label fits above without overlapping another."""
    lifted: set[str] = set()
    for name in steep:
        mine = _box(spots[name], labels[name], above=True)
        if not any(
            _meet(mine, _box(spots[other], labels[other], above=other in lifted))
            for other in spots
            if other != name
        ):
            lifted.add(name)
    return lifted


def _box(spot: tuple[float, float], label: str, *, above: bool) -> Box:
    """Left, top, right and bottom of a node with its label."""
    (x, y), (width, height) = spot, _size(label)
    half, near, far = (width - 16) / 2, 12.0, height - 16
    return (
        (x - half, y - far, x + half, y + near)
        if above
        else (x - half, y - near, x + half, y + far)
    )


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _steep(graph: Subgraph, spots: Places) -> Collection[str]:
    """Nodes whose links lead down and would cross a label below."""
    ways: dict[str, list[tuple[float, float]]] = {}
    for edge in graph.edges:
        (x, y), (other_x, other_y) = spots[edge.source], spots[edge.target]
        ways.setdefault(edge.source, []).append((other_x - x, other_y - y))
        ways.setdefault(edge.target, []).append((x - other_x, y - other_y))
    return [
        name
        for name, led in ways.items()
        if sum(down for _, down in led) > STEEP * abs(sum(across for across, _ in led)) + 1.0
    ]


def _longest(graph: Subgraph) -> float:
    """The link length in pixels that leaves both ends of the longest label visible."""
    return max((len(edge.label) for edge in graph.edges), default=0) * 6.0 + 90.0


def _size(label: str) -> tuple[float, float]:
    lines = label.split("\n")
    return max(map(len, lines)) * 7.5 + 16, len(lines) * 16 + 34


def _details(frame: RunViewModel, node: SubgraphNode) -> Data:
    return {
        "title": node.label,
        "kind": frame.node_type(node.type),
        "rows": _properties(frame, node),
        "relations": _relations(frame, node.id),
        "sources": _cited_by(frame, node.id),
        "claims": _claims_on(frame, node.id),
    }


def _properties(frame: RunViewModel, node: SubgraphNode) -> list[tuple[str, str]]:
    known = frame.workspace.nodes.get(node.id)
    kind = frame.workspace.spec.node_types.get(node.type)
    if known is None or kind is None:
        return []
    return [
        (
            localize(kind.properties[name].label, frame.language),
            property_text(value, frame.language),
        )
        for name, value in known.properties.items()
        if name in kind.properties
    ]


def _relations(frame: RunViewModel, node_id: str) -> list[str]:
    names = {node.id: node.label for node in frame.subgraph.nodes}
    found = []
    for edge in frame.subgraph.edges:
        if edge.source == node_id:
            found.append(f"{edge.label} → {names.get(edge.target, edge.target)}")
        elif edge.target == node_id:
            found.append(f"← {edge.label}: {names.get(edge.source, edge.source)}")
    return found


def _claims_on(frame: RunViewModel, node_id: str) -> list[Data]:
    """The claims of the answer that rest on a node, as links to their verdicts."""
    claims = frame.run.diagnostics.claims if frame.run.diagnostics else ()
    return [
        {
            "text": without_markdown(claims[place].text),
            "href": f"#claim-{frame.run.id}-{place}-{claims[place].verdict}",
        }
        for place in frame.provenance.claims_of_node(node_id)
    ]


def _cited_by(frame: RunViewModel, node_id: str) -> list[int]:
    return [
        number
        for number, evidence in frame.sources.items()
        if any(node_id in path.nodes for path in paths_of(evidence))
    ]
