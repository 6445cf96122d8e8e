"""Draw a subgraph as SVG: nodes at computed places, edges as arrows, every label escaped."""

import math
import textwrap
from html import escape

from workbench.domain.evidence import Subgraph
from workbench.rendering.graph_layout import Places, places

MOST_NODES = 120
"""More nodes than these are not drawn: a picture of a page cannot be read beyond them."""
_LABEL_WIDTH = 18
"""Characters in a line of a label."""
_RADIUS = 8
_LINE = 14
_COLORS = 8
"""Number of colours for node types in the style sheet: classes ``k0`` to ``k7``."""
_LABELLED_EDGES = 14
"""Up to this many edges carry their label; with more, it appears on hover."""


def drawn(graph: Subgraph) -> Subgraph:
    """Return the part of a graph that is drawn: its first nodes and the edges between them."""
    nodes = graph.nodes[:MOST_NODES]
    kept = {node.id for node in nodes}
    edges = tuple(one for one in graph.edges if one.source in kept and one.target in kept)
    return Subgraph(nodes=nodes, edges=edges)


def subgraph_svg(graph: Subgraph, title: str) -> str:
    """Return a graph as an SVG element that scales to its container; empty without nodes."""
    if not graph.nodes:
        return ""
    labels = {node.id: _lines(node.label) for node in graph.nodes}
    longest = max((len(edge.label) for edge in graph.edges), default=0)
    spots = places(
        tuple((name, *_size(lines)) for name, lines in labels.items()),
        tuple((edge.source, edge.target) for edge in graph.edges),
        apart=longest * 6.0 + 60 if len(graph.edges) <= _LABELLED_EDGES else 0.0,
    )
    kinds = list(dict.fromkeys(node.type for node in graph.nodes))
    parts = [_edge(graph, place, spots) for place in range(len(graph.edges))]
    for node in graph.nodes:
        x, y = spots[node.id]
        kind = f"k{kinds.index(node.type) % _COLORS}"
        parts.append(
            f'<g class="node {kind}"><title>{escape(node.label)}</title>'
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_RADIUS}"/>{_label(x, y, labels[node.id])}</g>'
        )
    left, top, width, height = _box(spots, labels)
    return (
        f'<svg role="img" aria-label="{escape(title)}" '
        f'viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}" '
        f'width="{min(width, 900):.0f}">{_ARROW}{"".join(parts)}</svg>'
    )


_ARROW = (
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
    'markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>'
)


def _lines(label: str) -> list[str]:
    lines = textwrap.wrap(label, _LABEL_WIDTH) or [label]
    return lines if len(lines) <= 3 else [*lines[:2], lines[2].rstrip(" .,") + "…"]


def _size(lines: list[str]) -> tuple[float, float]:
    return max(map(len, lines)) * 7.2 + 14, len(lines) * _LINE + 34


def _label(x: float, y: float, lines: list[str]) -> str:
    rows = "".join(
        f'<tspan x="{x:.1f}" y="{y + _RADIUS + _LINE * (nth + 1):.1f}">{escape(line)}</tspan>'
        for nth, line in enumerate(lines)
    )
    return f'<text text-anchor="middle">{rows}</text>'


def _edge(graph: Subgraph, place: int, spots: Places) -> str:
    edge = graph.edges[place]
    (x, y), (to_x, to_y) = spots[edge.source], spots[edge.target]
    length = math.hypot(to_x - x, to_y - y) or 1.0
    cut_x, cut_y = (to_x - x) / length * (_RADIUS + 3), (to_y - y) / length * (_RADIUS + 3)
    line = (
        f'<line x1="{x + cut_x:.1f}" y1="{y + cut_y:.1f}" '
        f'x2="{to_x - cut_x:.1f}" y2="{to_y - cut_y:.1f}" marker-end="url(#arrow)"/>'
    )
    named = len(graph.edges) <= _LABELLED_EDGES
    label = (
        f'<text text-anchor="middle" x="{(x + to_x) / 2:.1f}" y="{(y + to_y) / 2 - 4:.1f}">'
        f"{escape(edge.label)}</text>"
        if named
        else ""
    )
    return f'<g class="edge"><title>{escape(edge.label)}</title>{line}{label}</g>'


def _box(spots: Places, labels: dict[str, list[str]]) -> tuple[float, float, float, float]:
    """Return left, top, width and height of the picture with its labels."""
    sizes = {name: _size(lines) for name, lines in labels.items()}
    left = min(spots[name][0] - sizes[name][0] / 2 for name in sizes) - 8
    right = max(spots[name][0] + sizes[name][0] / 2 for name in sizes) + 8
    top = min(y for _, y in spots.values()) - _RADIUS - 12
    bottom = max(spots[name][1] + sizes[name][1] for name in sizes)
    return left, top, right - left, bottom - top
