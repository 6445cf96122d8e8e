"""Write a graph as arrays."""

import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.domain.graph import Edge, Node
from workbench.workspace.graph_arrays.layout import FORMAT, HEAD, Head, StoredFile, crc
from workbench.workspace.graph_summary import count_nodes, summarize_relations

_ENDS = {"source", "type", "target"}
_BLOCK = 1 << 20


def write_arrays(folder: Path, nodes: Mapping[str, Node], edges: Sequence[Edge]) -> None:
    """Write the files of a graph into a new folder; every edge ends at its nodes."""
    folder.mkdir(parents=True)
    node_counts, relations = count_nodes(nodes.values()), summarize_relations(nodes, edges)
    _write_nodes(folder, nodes, tuple(node_counts))
    _write_edges(folder, nodes, edges, tuple(relations))
    files = {
        path.name: StoredFile(size=path.stat().st_size, hash=file_hash(path))
        for path in sorted(folder.iterdir())
    }
    head = Head(format=FORMAT, files=files, node_counts=node_counts, relations=relations)
    (folder / HEAD).write_text(head.model_dump_json(), "utf-8")


def file_hash(path: Path) -> str:
    """Return the hash of a file's content."""
    found = hashlib.blake2b(digest_size=16)
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            found.update(block)
    return found.hexdigest()


def _write_nodes(folder: Path, nodes: Mapping[str, Node], types: Sequence[str]) -> None:
    ids = [node_id.encode() for node_id in nodes]
    place = {name: number for number, name in enumerate(types)}
    hashes = np.fromiter(map(crc, ids), np.uint32, len(ids))
    order = np.argsort(hashes, kind="stable")
    _write_texts(folder, "ids", ids)
    _write_texts(folder, "nodes", (_record(node) for node in nodes.values()))
    _save(folder, "hashes", hashes[order])
    _save(folder, "hashed", order.astype(np.int32))
    _save(
        folder,
        "node_types",
        np.fromiter((place[node.type] for node in nodes.values()), np.uint16, len(nodes)),
    )
    _save(folder, "stated_nodes", _stated(nodes.values()))


def _write_edges(
    folder: Path, nodes: Mapping[str, Node], edges: Sequence[Edge], types: Sequence[str]
) -> None:
    number = {node_id: number for number, node_id in enumerate(nodes)}
    place = {name: number for number, name in enumerate(types)}
    sources = np.fromiter((number[edge.source] for edge in edges), np.int32, len(edges))
    targets = np.fromiter((number[edge.target] for edge in edges), np.int32, len(edges))
    _save(folder, "sources", sources)
    _save(folder, "targets", targets)
    kinds = np.fromiter((place[edge.type] for edge in edges), np.uint16, len(edges))
    _save(folder, "edge_types", kinds)
    for name, ends in (("out", sources), ("in", targets)):
        _save(folder, name, np.argsort(ends, kind="stable").astype(np.int32))
        counts = np.bincount(ends, minlength=len(nodes))
        _save(folder, f"{name}_at", np.concatenate([[0], np.cumsum(counts)]))
    _write_texts(folder, "edges", (_record(edge, without=_ENDS) for edge in edges))
    _save(folder, "stated_edges", _stated(edges))


def _record(item: Node | Edge, without: set[str] | None = None) -> bytes:
    """Return an item as JSON; nothing if all that is left of it has its default."""
    text = item.model_dump_json(exclude_defaults=True, exclude=without)
    return b"" if text == "{}" else text.encode()


def _stated(items: Iterable[Node | Edge]) -> NDArray[np.int32]:
    found = [number for number, item in enumerate(items) if item.evidence is not None]
    return np.array(found, np.int32)


def _write_texts(folder: Path, name: str, texts: Iterable[bytes]) -> None:
    starts = [0]
    with (folder / f"{name}.bin").open("wb") as file:
        for text in texts:
            file.write(text)
            starts.append(starts[-1] + len(text))
        file.flush()
        os.fsync(file.fileno())
    _save(folder, name, np.array(starts, np.uint64))


def _save(folder: Path, name: str, array: NDArray[Any]) -> None:
    np.save(folder / f"{name}.npy", array, allow_pickle=False)
