"""networkx: a MultiDiGraph with the properties of the files on its nodes and edges."""

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import networkx as nx

from benchmarks.bench.graph_side import EDGE, measure


def load(folder: Path) -> Callable[[str], int]:
    """Read a graph and return the two-hop query."""
    graph = nx.MultiDiGraph()
    for line in (folder / "graph" / "nodes-item.jsonl").open():
        row = json.loads(line)
        graph.add_node(row["id"], type=row["type"], name=row["name"])
    for line in (folder / "graph" / "edges-links.jsonl").open():
        row = json.loads(line)
        graph.add_edge(row["source"], row["target"], row["type"])

    def reached(starts: Iterable[str]) -> set[str]:
        edges = (edge for start in starts for edge in graph.out_edges(start, keys=True))
        return {end for _, end, kind in edges if kind == EDGE}

    def two_hops(start: str) -> int:
        return len(reached(reached((start,))))

    return two_hops


if __name__ == "__main__":
    measure(Path(sys.argv[1]), load)
