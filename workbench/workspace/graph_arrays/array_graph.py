"""Read nodes and edges of a graph from arrays that are mapped into memory."""

import mmap
from collections.abc import Callable, ItemsView, Iterator, Mapping, Sequence, ValuesView
from copy import copy
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar, overload

from workbench.domain.graph import Edge, Node
from workbench.workspace.graph_arrays.layout import HEAD, Head, crc

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers: TypeAlias = NDArray[np.signedinteger[Any]]

Direction = Literal["out", "in"]
DIRECTIONS: tuple[Direction, ...] = ("out", "in")
_Item = TypeVar("_Item", Node, Edge)
Change: TypeAlias = Callable[[Any], Any]
"""Takes a node or an edge, and returns it or a copy of it."""

_KEPT = 4_096
"""Nodes and edges that are kept as values once they have been read."""


class ArrayGraph:
    """A stored graph. Read-only and thread-safe; nodes and edges are values only once asked for."""

    def __init__(self, folder: Path) -> None:
        """Map the files of a folder, which may be removed then.

        Raises:
            OSError, ValueError: a file is missing, or is not as it was written.
        """
        self.head = Head.model_validate_json((folder / HEAD).read_bytes())
        for name, stored in self.head.files.items():
            if (size := (folder / name).stat().st_size) != stored.size:
                raise ValueError(f"{name} has {size} bytes of {stored.size}")
        self._node_names = tuple(self.head.node_counts)
        self._edge_names = tuple(self.head.relations)
        self._ids, self._nodes = _Texts(folder, "ids"), _Texts(folder, "nodes")
        self._records = _Texts(folder, "edges")
        self._hashes, self._hashed = _array(folder, "hashes"), _array(folder, "hashed")
        self._node_types = _array(folder, "node_types")
        self._edge_types = _array(folder, "edge_types")
        self._ends = {"out": _array(folder, "targets"), "in": _array(folder, "sources")}
        self._links = {name: _array(folder, name) for name in DIRECTIONS}
        self._starts = {name: _array(folder, f"{name}_at") for name in DIRECTIONS}
        self._stated_nodes = _array(folder, "stated_nodes")
        self._stated_edges = _array(folder, "stated_edges")
        self._apply(None)

    def _apply(self, change: Change | None) -> None:
        """Apply a change to each node and edge that is read from now on."""
        self._change = change
        self.node = lru_cache(_KEPT)(self.read_node)
        self.edge = lru_cache(_KEPT)(self.read_edge)

    def changed(self, change: Change) -> "ArrayGraph":
        """Return the graph with a change to each node and edge, made when it is read."""
        before, graph = self._change, copy(self)
        graph._apply(change if before is None else lambda item: change(before(item)))
        return graph

    @property
    def nodes(self) -> "ArrayNodes":
        """The nodes by id, in file order."""
        return ArrayNodes(self)

    @property
    def edges(self) -> "ArrayEdges":
        """The edges, in file order."""
        return ArrayEdges(self)

    @property
    def edge_types(self) -> tuple[str, ...]:
        """The types of the edges."""
        return self._edge_names

    @property
    def node_count(self) -> int:
        """Number of nodes."""
        return len(self._node_types)

    @property
    def edge_count(self) -> int:
        """Number of edges."""
        return len(self._edge_types)

    def stated(self) -> Iterator[Node | Edge]:
        """Yield the nodes and edges that have evidence."""
        yield from map(self.read_node, self._stated_nodes.tolist())
        yield from map(self.read_edge, self._stated_edges.tolist())

    def first_of_types(self, most: int) -> Iterator[Node | Edge]:
        """Yield the first nodes and edges of each type, at most ``most`` of each."""
        for place in range(len(self._node_names)):
            numbers = (self._node_types == place).nonzero()[0][:most]
            yield from map(self.read_node, numbers.tolist())
        for place in range(len(self._edge_names)):
            numbers = (self._edge_types == place).nonzero()[0][:most]
            yield from map(self.read_edge, numbers.tolist())

    def number(self, node_id: str) -> int | None:
        """Return the number of the node with an id, or None."""
        wanted = node_id.encode("utf-8", "surrogatepass")
        wanted_hash = crc(wanted)
        place = int(self._hashes.searchsorted(self._hashes.dtype.type(wanted_hash)))
        while place < len(self._hashes) and self._hashes[place] == wanted_hash:
            number = int(self._hashed[place])
            if self._ids[number] == wanted:
                return number
            place += 1
        return None

    def node_id(self, number: int) -> str:
        """Return the id of a node."""
        return self._ids[number].decode()

    def node_ids(self, numbers: "Numbers") -> list[str]:
        """Return the ids of nodes."""
        return [text.decode() for text in self._ids.several(numbers)]

    def numbers_of(self, node_type: str) -> "Numbers":
        """Return the nodes of a type, in file order."""
        numbers: Numbers = (self._node_types == _place(self._node_names, node_type)).nonzero()[0]
        return numbers

    def read_node(self, number: int) -> Node:
        """Return a node."""
        return self._changed(Node.model_validate_json(self._nodes[number]))

    def read_edge(self, number: int) -> Edge:
        """Return an edge."""
        source, target = self._ends["in"][number], self._ends["out"][number]
        ends = {
            "source": self.node_id(source),
            "type": self._edge_names[self._edge_types[number]],
            "target": self.node_id(target),
        }
        record = self._records[number]
        if not record:
            return self._changed(Edge(**ends))
        more = Edge.model_validate_json(b'{"source":"","type":"","target":"",' + record[1:])
        return self._changed(more.model_copy(update=ends))

    def edges_at(
        self, number: int, direction: Direction, edge_type: str | None = None
    ) -> "Numbers":
        """Return the edges from a node or to it, in file order; of one type if given."""
        begin, end = self._starts[direction][number : number + 2].tolist()
        return self._of_type(self._links[direction][begin:end], edge_type)

    def degree(self, number: int) -> int:
        """Return the number of edges at a node; one to itself counts once."""
        bounds = (self._starts[name][number : number + 2].tolist() for name in DIRECTIONS)
        loops = self.ends(self.edges_at(number, "out"), "out") == number
        return int(sum(end - begin for begin, end in bounds) - loops.sum())

    def ends(self, edges: "Numbers", direction: Direction) -> "Numbers":
        """Return the nodes that edges lead to, or those that they come from."""
        ends: Numbers = self._ends[direction][edges]
        return ends

    def reached(self, numbers: Sequence[int], edge_type: str, direction: Direction) -> "Numbers":
        """Return the nodes that edges of a type lead to from some nodes, each once."""
        import numpy as np

        starts, links = self._starts[direction], self._links[direction]
        if not numbers:
            return np.empty(0, np.int32)
        parts = [links[starts[number] : starts[number + 1]] for number in numbers]
        found = parts[0] if len(parts) == 1 else np.concatenate(parts)
        return np.unique(self.ends(self._of_type(found, edge_type), direction))

    def _of_type(self, edges: "Numbers", edge_type: str | None) -> "Numbers":
        if edge_type is None or self._edge_names == (edge_type,):
            return edges
        wanted: NDArray[np.bool_] = self._edge_types[edges] == _place(self._edge_names, edge_type)
        return edges[wanted]

    def _changed(self, item: _Item) -> _Item:
        return item if self._change is None else self._change(item)


class ArrayNodes(Mapping[str, Node]):
    """The nodes of a stored graph by id."""

    def __init__(self, graph: ArrayGraph) -> None:
        self.graph = graph

    def __getitem__(self, node_id: str) -> Node:
        number = self.graph.number(node_id)
        if number is None:
            raise KeyError(node_id)
        return self.graph.node(number)

    def __contains__(self, node_id: object) -> bool:
        return isinstance(node_id, str) and self.graph.number(node_id) is not None

    def __iter__(self) -> Iterator[str]:
        return map(self.graph.node_id, range(len(self)))

    def __len__(self) -> int:
        return self.graph.node_count

    def values(self) -> ValuesView[Node]:
        """Return the nodes, read in file order and not kept."""
        return _Values(self)

    def items(self) -> ItemsView[str, Node]:
        """Return the nodes with their ids, read in file order and not kept."""
        return _Items(self)


class _Values(ValuesView[Node]):
    _mapping: ArrayNodes

    def __iter__(self) -> Iterator[Node]:
        return map(self._mapping.graph.read_node, range(len(self)))


class _Items(ItemsView[str, Node]):
    _mapping: ArrayNodes

    def __iter__(self) -> Iterator[tuple[str, Node]]:
        return ((node.id, node) for node in self._mapping.values())


class ArrayEdges(Sequence[Edge]):
    """The edges of a stored graph."""

    def __init__(self, graph: ArrayGraph) -> None:
        self.graph = graph

    @overload
    def __getitem__(self, place: int) -> Edge: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Edge]: ...
    def __getitem__(self, place: int | slice) -> Edge | Sequence[Edge]:
        found = range(len(self))[place]
        if isinstance(found, int):
            return self.graph.edge(found)
        return [self.graph.edge(number) for number in found]

    def __iter__(self) -> Iterator[Edge]:
        return map(self.graph.read_edge, range(len(self)))

    def __len__(self) -> int:
        return self.graph.edge_count


class _Texts:
    """Byte strings stored end to end."""

    def __init__(self, folder: Path, name: str) -> None:
        self._starts = _array(folder, name)
        with (folder / f"{name}.bin").open("rb") as file:
            is_empty = not self._starts[-1]  # an empty file cannot be mapped
            self._data: bytes | mmap.mmap = (
                b"" if is_empty else mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            )

    def __getitem__(self, number: int) -> bytes:
        begin, end = self._starts[number : number + 2].tolist()
        return self._data[begin:end]

    def several(self, numbers: "Numbers") -> Iterator[bytes]:
        """Yield some of the strings."""
        begins, ends = self._starts[numbers].tolist(), self._starts[numbers + 1].tolist()
        return (self._data[begin:end] for begin, end in zip(begins, ends, strict=True))


def _array(folder: Path, name: str) -> "NDArray[Any]":
    import numpy as np

    mapped = np.load(folder / f"{name}.npy", mmap_mode="r", allow_pickle=False)
    array: NDArray[Any] = mapped.view(np.ndarray)  # slices of a memmap take ten times longer
    return array


def _place(names: tuple[str, ...], name: str) -> int:
    """Return the place of a type; a place that none has for an unknown one."""
    return names.index(name) if name in names else len(names)
