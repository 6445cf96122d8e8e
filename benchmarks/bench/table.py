"""Rows of the benchmark's table: two figures of one run, their ratio, and the bar.

Seconds and milliseconds are CPU time unless a row says otherwise.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One comparison.

    ``bar`` is the most that ``ours / theirs`` may be, or ``ours`` alone; None for information.
    """

    what: str
    ours: float
    theirs: float | None
    bar: float | None
    unit: str
    note: str = ""

    @property
    def figure(self) -> float:
        """The figure that is held against the bar."""
        return self.ours / self.theirs if self.theirs else self.ours

    @property
    def met(self) -> bool:
        """Whether the bar is met."""
        return self.bar is None or self.figure <= self.bar


def table(rows: Sequence[Row]) -> str:
    """Return the rows as text, with the bars that are missed marked."""
    return "\n".join([HEAD, *(line(row) for row in rows)])


HEAD = f"{'CPU time, memory':58}{'ours':>10}{'theirs':>10}{'ratio':>8}{'bar':>7}"


def line(row: Row) -> str:
    """Return one row as text, marked if its bar is missed."""
    theirs = f"{row.theirs:10.2f}" if row.theirs is not None else f"{'':10}"
    ratio = f"{row.figure:8.3f}" if row.theirs is not None else f"{'':8}"
    bar = f"{row.bar:7.2f}" if row.bar is not None else f"{'':7}"
    mark = "  MISSED" if not row.met else "  ok" if row.bar is not None else ""
    note = f"  {row.note}" if row.note else ""
    name = f"{row.what}, {row.unit}"
    return f"{name:58}{row.ours:10.2f}{theirs}{ratio}{bar}{mark}{note}"
