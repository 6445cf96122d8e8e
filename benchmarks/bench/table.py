"""Rows of the benchmark's table: two figures of one run, their ratio, and the bar."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One comparison; ``bar`` is the most that ``ours / theirs`` may be, or ``ours`` alone."""

    what: str
    ours: float
    theirs: float | None
    bar: float
    unit: str
    note: str = ""

    @property
    def figure(self) -> float:
        """The figure that is held against the bar."""
        return self.ours / self.theirs if self.theirs else self.ours

    @property
    def met(self) -> bool:
        """Whether the bar is met."""
        return self.figure <= self.bar


def table(rows: Sequence[Row]) -> str:
    """Return the rows as text, with the bars that are missed marked."""
    lines = [f"{'':58}{'ours':>10}{'theirs':>10}{'ratio':>8}{'bar':>7}"]
    for row in rows:
        theirs = f"{row.theirs:10.2f}" if row.theirs is not None else f"{'':10}"
        ratio = f"{row.figure:8.3f}" if row.theirs is not None else f"{'':8}"
        mark = "" if row.met else "  MISSED"
        note = f"  {row.note}" if row.note else ""
        name = f"{row.what}, {row.unit}"
        lines.append(f"{name:58}{row.ours:10.2f}{theirs}{ratio}{row.bar:7.2f}{mark}{note}")
    return "\n".join(lines)
