"""Changes of a text by places, and where the old places are afterwards."""

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple


class Edit(NamedTuple):
    """A stretch of a text and what stands there instead."""

    start: int
    end: int
    put: str = ""


class Edited:
    """A text after edits that do not overlap; those at one place are made in their order."""

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
        """Where a place is now; inside an edit it is the place that the edit begins at."""
        index = bisect_right(self._edges, at, key=lambda one: one[0]) - 1
        if index < 0:
            return at
        old, new = self._edges[index]
        is_inside = index % 2 == 0
        return new if is_inside else new + at - old
