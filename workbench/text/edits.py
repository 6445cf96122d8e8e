"""Apply edits to a text by offsets, and map old offsets to new ones."""

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple


class Edit(NamedTuple):
    """A span of a text and its replacement."""

    start: int
    end: int
    put: str = ""


class Edited:
    """A text after non-overlapping edits; edits at one offset are applied in their order."""

    def __init__(self, source: str, edits: Iterable[Edit]) -> None:
        pieces: list[str] = []
        self._edges: list[tuple[int, int]] = []
        position = length = 0
        for start, end, put in sorted(edits, key=lambda edit: edit[:2]):
            pieces += [source[position:start], put]
            self._edges.append((start, length + start - position))
            length += start - position + len(put)
            position = end
            self._edges.append((end, length))
        pieces.append(source[position:])
        self.text = "".join(pieces)

    def place(self, at: int) -> int:
        """Map an offset of the source to the edited text; inside an edit, to the edit's start."""
        index = bisect_right(self._edges, at, key=lambda one: one[0]) - 1
        if index < 0:
            return at
        old, new = self._edges[index]
        is_inside = index % 2 == 0
        return new if is_inside else new + at - old
