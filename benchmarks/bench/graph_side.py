"""Open a graph and follow two hops from many nodes: one process per library, for its memory.

    python -m benchmarks.bench.graph_side FOLDER   the workbench's graph store
    python -m benchmarks.bench.peers.networkx FOLDER

Both read the same files, of the workbench's layout, and print one JSON object.
"""

import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.bench.usage import peak_mb

NODES = 100_000
STARTS = 300
"""Nodes whose neighbours of neighbours are counted."""
EDGE = "LINKS"
_SEED = 11
_SPECIFICATION = """\
id: links
title: Links
languages: [en]
scope:
  description: Generated links.
  off_topic: Not in the graph.
  no_answer: Not found.
node_types:
  item: {label: Item}
edge_types:
  LINKS: {label: links to, from: [item], to: [item]}
intents:
  GENERAL_UNSTRUCTURED:
    description: Anything.
    examples: [What is it?]
"""


def write_graph(folder: Path, edges: int) -> None:
    """Write node and edge files: random links between NODES nodes of one type."""
    chance = random.Random(_SEED)
    graph = folder / "graph"
    graph.mkdir(parents=True)
    (folder / "workspace.yaml").write_text(_SPECIFICATION, "utf-8")
    with (graph / "nodes-item.jsonl").open("w") as file:
        for number in range(NODES):
            row = {"id": f"item:{number}", "type": "item", "name": f"Item {number}"}
            file.write(json.dumps(row) + "\n")
    ends = chance.sample(range(NODES * NODES), edges)
    with (graph / "edges-links.jsonl").open("w") as file:
        for end in ends:
            source, target = divmod(end, NODES)
            row = {"source": f"item:{source}", "type": EDGE, "target": f"item:{target}"}
            file.write(json.dumps(row) + "\n")


def measure(folder: Path, load: Callable[[Path], Callable[[str], int]]) -> None:
    """Print CPU seconds to open, resident megabytes, and the median of a two-hop query."""
    before = _resident_mb()
    began = time.process_time()
    two_hops = load(folder)
    opened = time.process_time() - began
    used = _resident_mb() - before
    chance = random.Random(_SEED)
    spent: list[float] = []
    found = 0
    for number in chance.sample(range(NODES), STARTS):
        began = time.process_time()
        found += two_hops(f"item:{number}")
        spent.append((time.process_time() - began) * 1000)
    reply: dict[str, Any] = {
        "open_s": opened,
        "mb": used,
        "peak_mb": peak_mb(),
        "two_hops_ms": statistics.median(spent),
        "found": found,
    }
    print(json.dumps(reply))


def load(folder: Path) -> Callable[[str], int]:
    """Open the workspace of a graph and return the two-hop query."""
    from workbench.retrieval.graph_store import graph_store
    from workbench.tools.registry import TOOL_SPECS
    from workbench.workspace import open_workspace

    store = graph_store(open_workspace(folder, TOOL_SPECS, arrays=folder / "arrays"))

    def two_hops(start: str) -> int:
        near = store.reached((start,), EDGE, "out")
        return len(store.reached(near, EDGE, "out"))

    return two_hops


def _resident_mb() -> float:
    status = Path("/proc/self/status").read_text("utf-8")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    measure(Path(sys.argv[1]), load)
