"""Build the subgraph panel's data: the pyvis network and the details of each node."""

import json
import re
import textwrap
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from workbench.domain.evidence import Subgraph, SubgraphEdge, SubgraphNode
from workbench.domain.local_text import localize
from workbench.i18n.properties import property_text
from workbench.rendering.graph_layout import STRETCH, places
from workbench.retrieval.graph_explorer import GraphExplorer
from workbench.text.plain_text import without_markdown
from workbench.ui.run_view_model import RunViewModel
from workbench.ui.sources import paths_of

LABEL_WIDTH = 20
LABEL_LINES = 3
EDGE_LABELS = 4
"""Up to this many edges show their labels; with more, labels appear on hover only."""
STEP = 12
"""Neighbours that one expansion adds, the most connected first."""
NOTHING = Subgraph()
_INSIDE_NUMBER = re.compile(r"(?<=\d) (?=\d{3}\b|%)")
_STATES = ("cited", "found", "added")
_TEXTS = (
    *_STATES, "title", "close", "fit", "full", "list", "search", "filter", "expand", "keys",
    "used_by", "relations", "claims", "no_claims",
)  # fmt: skip

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


def panel_data(frame: RunViewModel, added: Subgraph = NOTHING) -> Data:
    """The component's data: network, legend, details and rows of nodes and edges, and labels.

    Args:
        frame: the run.
        added: neighbours that a person added to what the run used.
    """
    graph = frame.subgraph.merged(added)
    states = _states(frame)
    asked = frozenset(entity.canonical_id for entity in frame.run.entities)
    nodes, edges, options = network_data(graph, asked)
    kinds = list(dict.fromkeys(node.type for node in graph.nodes))
    names = {node.id: node.label for node in graph.nodes}
    relations, sources = _relations(graph, names), _sources(frame)
    details = {
        node.id: _node_details(frame, node)
        | {"relations": relations[node.id], "sources": sources[node.id]}
        for node in graph.nodes
    }
    details |= {
        edge.id: _edge_details(frame, edge, names) | {"sources": sources[edge.id]}
        for edge in graph.edges
    }
    for item_id, one in details.items():
        one["state"] = states.get(item_id, "added")
    return {
        "run": frame.run.id,
        "nodes": [{**node, "state": details[node["id"]]["state"]} for node in nodes],
        "edges": [{**edge, "state": details[edge["id"]]["state"]} for edge in edges],
        "options": options,
        "kinds": [{"id": kind, "label": frame.node_type(kind)} for kind in kinds],
        "details": details,
        "rows": _rows(graph, details),
        "texts": {
            **{name: frame.t(f"ask.graph.{name}") for name in _TEXTS},
            "counts": counts(frame, graph),
            "label": frame.t("ask.graph.label", counts=counts(frame, graph)),
        },
    }


def counts(frame: RunViewModel, graph: Subgraph) -> str:
    """The number of nodes and edges that are drawn, in words."""
    nodes = frame.t("common.count.nodes", n=len(graph.nodes))
    edges = frame.t("common.count.edges", n=len(graph.edges))
    return f"{nodes}, {edges}"


def _states(frame: RunViewModel) -> dict[str, str]:
    """Whether the answer cites each node and edge that the run used, or it was merely found."""
    graph = frame.subgraph
    ids = [*(node.id for node in graph.nodes), *(edge.id for edge in graph.edges)]
    found = dict.fromkeys(ids, "found")
    for number in frame.cited:
        for path in paths_of(frame.sources[number]) if number in frame.sources else ():
            cited = (one for one in (*path.nodes, *path.edges) if one in found)
            found |= dict.fromkeys(cited, "cited")
    return found


def _rows(graph: Subgraph, details: Mapping[str, Data]) -> list[Data]:
    """The edges as sentences, then the nodes without edges: the drawing as a text."""
    edges = [(edge.id, [edge.source, edge.target]) for edge in graph.edges]
    joined = {end for _, ends in edges for end in ends}
    alone = [(node.id, [node.id]) for node in graph.nodes if node.id not in joined]
    rows = [
        {"id": one, "ends": ends, "text": details[one]["title"], "state": details[one]["state"]}
        for one, ends in (*edges, *alone)
    ]
    return sorted(rows, key=lambda row: list(_STATES).index(str(row["state"])))


def neighbours_of(
    node_id: str, drawn: Subgraph, explorer: GraphExplorer, frame: RunViewModel
) -> Subgraph:
    """The neighbours of a node that are not drawn yet, with their edges to what is.

    They are named in the language of the run, like the nodes that it used.
    """
    language = frame.run.language
    known = {node.id for node in drawn.nodes}
    if node_id not in explorer.nodes:
        return NOTHING
    near = [one for one in explorer.neighbours(node_id) if one.id not in known][:STEP]
    new = {node.id for node in near}
    among = explorer.edges_among((*(one for one in known if one in explorer.nodes), *new))
    return Subgraph(
        nodes=tuple(
            SubgraphNode(id=node.id, type=node.type, label=node.label(language)) for node in near
        ),
        edges=tuple(
            SubgraphEdge(
                id=edge.id,
                source=edge.source,
                target=edge.target,
                type=edge.type,
                label=frame.workspace.type_label(edge.type, language),
            )
            for edge in among
            if edge.source in new or edge.target in new
        ),
    )


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
    """Wrap a label to ``LABEL_LINES`` lines, ending a longer one with an ellipsis.

    A number stays on one line with its thousands and its percent sign.
    """
    whole = _INSIDE_NUMBER.sub("\u00a0", label)
    lines = textwrap.wrap(whole, LABEL_WIDTH, break_long_words=True) or [label]
    if len(lines) > LABEL_LINES:
        lines = [*lines[: LABEL_LINES - 1], lines[LABEL_LINES - 1].rstrip(" .,") + "…"]
    return "\n".join(lines)


def _longest(graph: Subgraph) -> float:
    """The link length in pixels that leaves both ends of the longest label visible."""
    return max((len(edge.label) for edge in graph.edges), default=0) * 6.0 + 90.0


def _size(label: str) -> tuple[float, float]:
    lines = label.split("\n")
    return max(map(len, lines)) * 7.5 + 16, len(lines) * 16 + 34


def _node_details(frame: RunViewModel, node: SubgraphNode) -> Data:
    return {
        "title": node.label,
        "kind": frame.node_type(node.type),
        "is_node": True,
        "rows": _properties(frame, node),
        "claims": _claims(frame, frame.provenance.claims_of_node(node.id)),
    }


def _edge_details(frame: RunViewModel, edge: SubgraphEdge, names: Mapping[str, str]) -> Data:
    ends = (names.get(edge.source, edge.source), names.get(edge.target, edge.target))
    return {
        "title": f"{ends[0]} — {edge.label} → {ends[1]}",
        "kind": frame.t("ask.graph.edge"),
        "is_node": False,
        "rows": [],
        "relations": [],
        "claims": _claims(frame, frame.provenance.claims_of_edge(edge.id)),
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


def _relations(graph: Subgraph, names: Mapping[str, str]) -> Mapping[str, list[str]]:
    """The relations of each node, in words."""
    found: dict[str, list[str]] = defaultdict(list)
    for edge in graph.edges:
        found[edge.source].append(f"{edge.label} → {names.get(edge.target, edge.target)}")
        if edge.target != edge.source:
            found[edge.target].append(f"← {edge.label}: {names.get(edge.source, edge.source)}")
    return found


def _claims(frame: RunViewModel, places: Iterable[int]) -> list[Data]:
    """The claims at these places, as links to their verdicts."""
    claims = frame.run.diagnostics.claims if frame.run.diagnostics else ()
    return [
        {
            "place": place,
            "text": without_markdown(claims[place].text),
            "href": f"#claim-{frame.run.id}-{place}-{claims[place].verdict}",
        }
        for place in places
    ]


def _sources(frame: RunViewModel) -> Mapping[str, list[int]]:
    """The numbers of the sources whose paths have a node or an edge, by its id."""
    found: dict[str, list[int]] = defaultdict(list)
    for number, evidence in frame.sources.items():
        held = (one for path in paths_of(evidence) for one in (*path.nodes, *path.edges))
        for item_id in dict.fromkeys(held):
            found[item_id].append(number)
    return found
