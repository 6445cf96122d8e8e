"""Compare graphs of a million edges: CPU time to open, memory, and a two-hop query."""

import json
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.bench.graph_side import write_graph
from benchmarks.bench.table import Row

EDGES = 1_000_000
ROUNDS = 3


def compare(folder: Path, peers: str) -> Iterator[Row]:
    """Open one graph on both sides, in new processes, and return the rows of the table."""
    graph = folder / "links"
    write_graph(graph, EDGES)
    _run(sys.executable, "graph_side", graph)  # stores the arrays
    sides = ((sys.executable, "graph_side"), (peers, "peers.networkx"))
    rounds = [[_run(python, module, graph) for python, module in sides] for _ in range(ROUNDS)]
    assert all(ours["found"] == theirs["found"] for ours, theirs in rounds)
    for name, bar, unit, what in (
        ("mb", 1 / 3, "MB", "memory"),
        ("open_s", 0.5, "s", "open"),
        ("two_hops_ms", 1.0, "ms", "two hops"),
    ):
        ours, theirs = (statistics.median(found[side][name] for found in rounds) for side in (0, 1))
        yield Row(f"graph of 1M edges: {what}, networkx", ours, theirs, bar, unit)


def _run(python: str, module: str, graph: Path) -> dict[str, Any]:
    command = [python, "-W", "ignore", "-m", f"benchmarks.bench.{module}", str(graph)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return dict(json.loads(done.stdout))
