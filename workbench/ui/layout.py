"""Where the nodes of a drawn graph stand: computed once for a graph, labels kept apart."""

import math
from collections.abc import Mapping
from functools import lru_cache

import networkx as nx
import numpy as np
from numpy.typing import NDArray

Places = Mapping[str, tuple[float, float]]
Link = tuple[str, str]

STRETCH = 1.7
"""Panels are wider than high."""
_CAREFUL = 80
"""Up to this many nodes the layout minimises distances and moves labels apart."""


@lru_cache(maxsize=128)
def places(nodes: tuple[tuple[str, float, float], ...], links: tuple[Link, ...]) -> Places:
    """Positions by node id; each node comes with the width and height it takes with its label."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(name for name, _, _ in nodes)
    graph.add_edges_from(links)
    if not nodes:
        return {}
    spots = np.array(list(_spread(graph).values()), dtype=float)
    spots *= 45.0 * math.sqrt(len(nodes))
    spots[:, 0] *= STRETCH
    if len(nodes) <= _CAREFUL:
        spots = _apart(spots, np.array([size[1:] for size in nodes], dtype=float))
    return {node[0]: (float(x), float(y)) for node, (x, y) in zip(nodes, spots, strict=True)}


def _spread(graph: "nx.Graph[str]") -> Mapping[str, NDArray[np.float64]]:
    if len(graph) <= _CAREFUL and nx.is_connected(graph):
        return nx.kamada_kawai_layout(graph)
    return nx.spring_layout(graph, seed=7, iterations=60)


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
