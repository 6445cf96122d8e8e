"""Compute node positions for a graph drawing without overlapping labels.

networkx is imported when a graph is drawn: every command line knows the page that draws one.
"""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import networkx as nx

Places = Mapping[str, tuple[float, float]]
Sizes = Mapping[str, tuple[float, float]]
Link = tuple[str, str]

STRETCH = 2.0
"""Width of a layout relative to its height by default; panels are wider than high."""
GAP = 24.0
"""Pixels between connected components."""
_ROUNDS = 80
"""Iterations of the force-directed layout."""
_LONGER = 1.2
"""Ratio of the principal axes from which a layout is rotated to lie across."""
CAREFUL = 80
"""Up to this many nodes use Kamada-Kawai and separate labels; larger graphs use forces."""


@lru_cache(maxsize=128)
def places(
    nodes: tuple[tuple[str, float, float], ...],
    links: tuple[Link, ...],
    apart: float = 0.0,
    stretch: float = STRETCH,
) -> Places:
    """Positions by node id, in pixels.

    Args:
        nodes: id, width and height of each node including its label.
        links: pairs of linked nodes.
        apart: minimum length of a link in pixels, so that its label fits.
        stretch: width of the layout relative to its height.
    """
    import networkx as nx

    if not nodes:
        return {}
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(name for name, _, _ in nodes)
    graph.add_edges_from((a, b) for a, b in links if a != b)
    if len(nodes) > CAREFUL:
        return _placed(list(graph), _forces(graph) * _scale(len(nodes), stretch))
    sizes = {name: (width, height) for name, width, height in nodes}
    pieces = [
        _piece(graph, [name for name in sizes if name in piece], sizes, apart, stretch)
        for piece in nx.connected_components(graph)
    ]
    return _packed(pieces, sizes, stretch)


def _piece(
    graph: "nx.Graph[str]", names: list[str], sizes: Sizes, apart: float, stretch: float
) -> dict[str, tuple[float, float]]:
    """Lay out one connected component."""
    import networkx as nx

    found = nx.kamada_kawai_layout(graph.subgraph(names))
    spots = _level(np.array([found[name] for name in names], dtype=float)) * _scale(
        len(names), stretch
    )
    at = {name: place for place, name in enumerate(names)}
    links = [(at[a], at[b]) for a, b in graph.subgraph(names).edges]
    spots *= _wider(spots, links, apart)
    return _placed(names, _apart(spots, np.array([sizes[name] for name in names], dtype=float)))


def _scale(count: int, stretch: float) -> NDArray[np.float64]:
    """Pixels per layout unit, horizontally and vertically."""
    return 38.0 * math.sqrt(count) * np.array([stretch, 1.0])


def _placed(names: Sequence[str], spots: NDArray[np.float64]) -> dict[str, tuple[float, float]]:
    return {name: (float(x), float(y)) for name, (x, y) in zip(names, spots, strict=True)}


def _packed(pieces: Sequence[Places], sizes: Sizes, stretch: float) -> Places:
    """Pack components into centred rows, the tallest first."""
    boxes = sorted((_boxed(piece, sizes) for piece in pieces), key=lambda box: -box.height)
    room = math.sqrt(stretch * sum(box.width * box.height for box in boxes))
    shelves: list[list[_Box]] = []
    for box in boxes:
        if shelves and sum(one.width for one in shelves[-1]) + box.width <= room:
            shelves[-1].append(box)
        else:
            shelves.append([box])
    spots: dict[str, tuple[float, float]] = {}
    top = 0.0
    for shelf in shelves:
        left = -sum(box.width for box in shelf) / 2
        for box in shelf:
            spots |= {name: (left + x, top + y) for name, (x, y) in box.spots.items()}
            left += box.width
        top += shelf[0].height
    return spots


class _Box(NamedTuple):
    """A component's positions from its upper left corner; the size includes labels and gap."""

    spots: Places
    width: float
    height: float


def _boxed(piece: Places, sizes: Sizes) -> _Box:
    left = min(x - sizes[name][0] / 2 for name, (x, _) in piece.items())
    right = max(x + sizes[name][0] / 2 for name, (x, _) in piece.items())
    top = min(y - sizes[name][1] / 2 for name, (_, y) in piece.items())
    bottom = max(y + sizes[name][1] / 2 for name, (_, y) in piece.items())
    spots = {name: (x - left, y - top) for name, (x, y) in piece.items()}
    return _Box(spots, right - left + GAP, bottom - top + GAP)


def _level(spots: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rotate positions so that the longer principal axis is horizontal."""
    if len(spots) < 2:
        return spots
    centred = spots - spots.mean(axis=0)
    _, spread, axes = np.linalg.svd(centred, full_matrices=False)
    if spread[0] < _LONGER * spread[1]:
        return spots
    along = axes[0] * (1.0 if axes[0][0] >= 0 else -1.0)
    turned: NDArray[np.float64] = centred @ np.array([along, [-along[1], along[0]]]).T
    return turned


def _wider(spots: NDArray[np.float64], links: list[tuple[int, int]], apart: float) -> float:
    """The factor that makes the shortest link at least ``apart`` pixels long."""
    lengths = [float(np.linalg.norm(spots[a] - spots[b])) for a, b in links]
    return max(1.0, apart / max(min(lengths, default=apart), 1.0))


def _forces(graph: "nx.Graph[str]") -> NDArray[np.float64]:
    """Fruchterman-Reingold layout in matrix form: a thousand nodes in under a second."""
    count = len(graph)
    order = {name: place for place, name in enumerate(graph)}
    ends = np.array([(order[a], order[b]) for a, b in graph.edges], dtype=int).reshape(-1, 2)
    spots = np.random.default_rng(7).uniform(-1, 1, (count, 2))
    ideal, heat = 1.6 / math.sqrt(count), 0.12
    source, target = ends[:, 0], ends[:, 1]
    for _ in range(_ROUNDS):
        squares = (spots**2).sum(axis=1)
        apart = np.maximum(squares[:, None] + squares[None, :] - 2 * spots @ spots.T, 1e-6)
        repulsion = ideal**2 / apart
        np.fill_diagonal(repulsion, 0.0)
        moves = repulsion.sum(axis=1)[:, None] * spots - repulsion @ spots
        gap = spots[source] - spots[target]
        pull = gap * np.linalg.norm(gap, axis=1, keepdims=True) / ideal
        np.add.at(moves, source, -pull)
        np.add.at(moves, target, pull)
        moves -= 0.6 * ideal * spots  # keeps separate pieces in view
        length = np.maximum(np.linalg.norm(moves, axis=1, keepdims=True), 1e-9)
        spots += moves / length * np.minimum(length, heat)
        heat *= 0.97
    return spots / max(float(np.abs(spots).max()), 1e-9)


def _apart(spots: NDArray[np.float64], sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Push overlapping boxes apart, each pair along the axis where it needs least."""
    moved = spots.copy()
    for _ in range(120):
        gap = moved[:, None, :] - moved[None, :, :]
        need = (sizes[:, None, :] + sizes[None, :, :]) / 2 - np.abs(gap)
        clash = (need > 0).all(axis=2) & ~np.eye(len(moved), dtype=bool)
        if not clash.any():
            break
        along = need.argmin(axis=2)
        sign = np.where(
            gap > 0,
            1.0,
            np.where(gap < 0, -1.0, np.triu(np.ones(gap.shape[:2]))[..., None] * 2 - 1),
        )
        push = np.zeros_like(gap)
        for axis in (0, 1):
            push[..., axis] = np.where(
                clash & (along == axis), sign[..., axis] * need[..., axis] * 0.3, 0.0
            )
        moved += push.sum(axis=1)
    return moved
