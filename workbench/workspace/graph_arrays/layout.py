"""Files of a graph stored as arrays.

Nodes and edges are numbered in file order. ``n`` is the number of nodes, ``e`` that of edges.

| file | content |
|---|---|
| ``graph.json`` | `Head` |
| ``ids.bin``, ``ids.npy`` | the nodes' ids end to end, UTF-8; uint64 (n + 1): where each begins |
| ``nodes.bin``, ``nodes.npy`` | the nodes as JSON, likewise |
| ``hashes.npy``, ``hashed.npy`` | uint32 (n): CRCs of the ids, sorted; int32 (n): their nodes |
| ``node_types.npy`` | uint16 (n): a place in ``Head.node_counts`` |
| ``sources.npy``, ``targets.npy`` | int32 (e): nodes |
| ``edge_types.npy`` | uint16 (e): a place in ``Head.relations`` |
| ``edges.bin``, ``edges.npy`` | key, properties and evidence as JSON, empty for an edge without |
| ``out.npy``, ``in.npy`` | int32 (e): edges by source or target, then in file order |
| ``out_at.npy``, ``in_at.npy`` | int64 (n + 1): where the edges of each node begin in them |
| ``stated_nodes.npy``, ``stated_edges.npy`` | int32: those with evidence |
"""

import zlib

from workbench.domain.base import Value
from workbench.workspace.graph_summary import RelationSummary

FORMAT = 1
"""Changes with the files above."""
HEAD = "graph.json"


class StoredFile(Value):
    """Size in bytes and hash of a file, as it was written."""

    size: int
    hash: str


class Head(Value):
    """The description of a stored graph."""

    format: int
    files: dict[str, StoredFile]
    node_counts: dict[str, int]
    relations: dict[str, RelationSummary]


def crc(node_id: bytes) -> int:
    """Return the hash by which the number of a node is found."""
    return zlib.crc32(node_id)
