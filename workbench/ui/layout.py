"""Where the nodes of a drawn graph stand: computed once for a graph, labels kept apart."""

import math
from collections.abc import Mapping
from functools import lru_cache

import networkx as nx
import numpy as np
from numpy.typing import NDArray

Places = Mapping[str, tuple[float, float]]
Link = tuple[str, str]

STRETCH = 2.0
"""Panels are wider than high."""
_ROUNDS = 80
_LONGER = 1.2
"""From this ratio of its sides on a picture has a longer one."""
CAREFUL = 80
"""Up to this many nodes the layout minimises distances and moves labels apart."""


@lru_cache(maxsize=128)
def places(
    nodes: tuple[tuple[str, float, float], ...], links: tuple[Link, ...], apart: float = 0.0
) -> Places:
    """Positions by node id, in pixels.

    Args:
        nodes: each with the width and height it takes with its label.
        links: pairs of linked nodes.
        apart: how long the shortest link has to be at least, so that its own label fits.
    """
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(name for name, _, _ in nodes)
    graph.add_edges_from(links)
    if not nodes:
        return {}
    at = {name: place for place, (name, _, _) in enumerate(nodes)}
    careful = len(nodes) <= CAREFUL
    spots = _level(_spread(graph)) if careful else _spread(graph)
    spots *= 38.0 * math.sqrt(len(nodes))
    spots[:, 0] *= STRETCH
    if careful:
        spots *= _wider(spots, [(at[a], at[b]) for a, b in links if a != b], apart)
        spots = _apart(spots, np.array([size[1:] for size in nodes], dtype=float))
    return {node[0]: (float(x), float(y)) for node, (x, y) in zip(nodes, spots, strict=True)}


def _spread(graph: "nx.Graph[str]") -> NDArray[np.float64]:
    if len(graph) <= CAREFUL and nx.is_connected(graph):
        return np.array(list(nx.kamada_kawai_layout(graph).values()), dtype=float)
    order = {name: place for place, name in enumerate(graph)}
    ends = np.array([(order[a], order[b]) for a, b in graph.edges], dtype=int).reshape(-1, 2)
    return _forces(len(graph), ends)


def _level(spots: NDArray[np.float64]) -> NDArray[np.float64]:
    """Turned so that the longer side lies across, as panels and labels do."""
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
    """By how much to stretch the picture for its shortest link to be long enough."""
    lengths = [float(np.linalg.norm(spots[a] - spots[b])) for a, b in links]
    return max(1.0, apart / max(min(lengths, default=apart), 1.0))


def _forces(count: int, ends: NDArray[np.int_]) -> NDArray[np.float64]:
    """Fruchterman and Reingold's layout in matrix form: a thousand nodes in under a second."""
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
