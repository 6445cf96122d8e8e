"""A measured figure with its bar."""

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

ROUNDS = 3
"""How often each figure is measured."""


class Figure(NamedTuple):
    """What a person waits for, in milliseconds."""

    title: str
    samples: Sequence[float]
    bar_ms: float

    @property
    def ms(self) -> float:
        """The median."""
        return median(self.samples)

    @property
    def is_missed(self) -> bool:
        """Whether it takes longer than the bar."""
        return self.ms > self.bar_ms

    def __str__(self) -> str:
        missed = "  missed" if self.is_missed else ""
        return f"{self.title:62}{self.ms:6.0f} ms   {self.bar_ms:5.0f} ms{missed}"


def slowest(figures: Sequence[Figure]) -> Figure:
    """The figure with the highest median."""
    return max(figures, key=lambda one: one.ms)
