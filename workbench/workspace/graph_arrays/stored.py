"""Keep the arrays of a large graph up to date with the files that it is read from."""

import os
import shutil
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from workbench.domain.base import content_hash
from workbench.domain.graph import Edge, Node
from workbench.logs import log
from workbench.workspace.graph_arrays.array_graph import ArrayGraph
from workbench.workspace.graph_arrays.layout import FORMAT, HEAD, Head
from workbench.workspace.proposed_spec import PROPOSED_NODES
from workbench.workspace.schema import WorkspaceSpec

LARGE = 200_000
"""Edges of the largest graph that is not kept as arrays: it is read in about four seconds."""
_LONGEST_WRITING_S = 3_600
"""Seconds after which an unfinished folder is that of a killed process."""


@dataclass(frozen=True)
class StoredGraph:
    """The arrays of one workspace's graph, in a folder named after the state of its files."""

    folder: Path
    """Holds the current arrays, and older ones until the current ones are written."""
    name: str

    @classmethod
    def of(cls, folder: Path, root: Path, spec: WorkspaceSpec) -> "StoredGraph":
        """Return the arrays of a workspace in ``root`` as its files and its types are now."""
        files = [*(root / "graph").glob("*"), root / PROPOSED_NODES]
        files += [root / "graph" / table.file for table in spec.tables]
        stats = {str(file): file.stat() for file in files if file.is_file()}
        types = spec.model_dump(mode="json", include={"node_types", "edge_types", "tables"})
        states = sorted((name, stat.st_size, stat.st_mtime_ns) for name, stat in stats.items())
        return cls(folder, content_hash([FORMAT, types, states]))

    @staticmethod
    def is_for(edges: Sequence[Edge]) -> bool:
        """Return True if a graph with these edges is kept as arrays."""
        return len(edges) > LARGE

    @property
    def _place(self) -> Path:
        return self.folder / self.name

    def open(self) -> ArrayGraph | None:
        """Return the graph; None if it is not stored, or damaged."""
        if not self._place.is_dir():
            return None
        try:
            return ArrayGraph(self._place)
        except (OSError, ValueError) as error:
            log.warning("graph_arrays_damaged", folder=str(self._place), error=str(error))
            return None

    def write(self, nodes: Mapping[str, Node], edges: Sequence[Edge]) -> ArrayGraph | None:
        """Store a graph in place of older ones; return None if the disk does not take it.

        Of two processes or threads that write the same state, one keeps its files. A killed one
        leaves a folder that the next writer removes.
        """
        from workbench.workspace.graph_arrays.write import write_arrays

        fresh = self.folder / f".{self.name}.{os.getpid()}.{threading.get_ident()}"
        try:
            shutil.rmtree(fresh, ignore_errors=True)
            write_arrays(fresh, nodes, edges)
            if self.open() is None:
                shutil.rmtree(self._place, ignore_errors=True)
                fresh.rename(self._place)
        except OSError as error:
            log.warning("graph_arrays_not_written", folder=str(self._place), error=str(error))
        for other in self.folder.glob("*"):
            if other != self._place and (other == fresh or not _may_be_in_writing(other)):
                shutil.rmtree(other, ignore_errors=True)
        return self.open()

    def problems(self, nodes: Mapping[str, Node], edges: Sequence[Edge]) -> Iterator[str]:
        """Yield where the arrays differ from the graph that its files hold."""
        from workbench.workspace.graph_arrays.write import file_hash

        if not self._place.is_dir():
            if self.is_for(edges):
                yield "the graph is not stored as arrays: opening the workspace stores it"
            return
        try:
            head = Head.model_validate_json((self._place / HEAD).read_bytes())
        except (OSError, ValueError):
            yield f"the stored graph is damaged ({HEAD})"
            return
        damaged = [
            name
            for name, stored in head.files.items()
            if not (self._place / name).is_file() or file_hash(self._place / name) != stored.hash
        ]
        for name in damaged:
            yield f"the stored graph is damaged ({name})"
        if damaged:
            return
        graph = ArrayGraph(self._place)
        if not _same(graph.nodes.values(), nodes.values()):
            yield "the stored graph has other nodes than its files"
        if not _same(graph.edges, edges):
            yield "the stored graph has other edges than its files"


def _same(ours: Iterable[Node | Edge], theirs: Iterable[Node | Edge]) -> bool:
    return all(one == other for one, other in zip_longest(ours, theirs))


def _may_be_in_writing(folder: Path) -> bool:
    try:
        age_s = time.time() - folder.stat().st_mtime
    except FileNotFoundError:  # another process has renamed or removed it
        return True
    return folder.name.startswith(".") and age_s < _LONGEST_WRITING_S
