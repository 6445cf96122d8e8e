"""Number cited sources in the order in which a reader meets them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from workbench.text.citation_marks import Marker, Unmarked

Numbers = Mapping[int, int]
"""Displayed numbers by the source numbers of the markers."""


@dataclass(frozen=True)
class Occurrence:
    """A marker, its displayed number, and its index among the source's markers, from 1."""

    marker: Marker
    number: int
    nth: int


def numbering(clean: Unmarked, known: int) -> Numbers:
    """Number sources in reading order: cited ones as they appear, then the others."""
    cited = [marker.number for marker in clean.markers if 1 <= marker.number <= known]
    order = dict.fromkeys([*cited, *range(1, known + 1)])
    return {source: shown for shown, source in enumerate(order, start=1)}


def occurrences(clean: Unmarked, numbers: Numbers) -> Iterator[Occurrence]:
    """Yield each marker of a known source."""
    seen: Counter[int] = Counter()
    for marker in clean.markers:
        number = numbers.get(marker.number)
        if number is not None:
            seen[number] += 1
            yield Occurrence(marker, number, seen[number])


def cited_numbers(clean: Unmarked, numbers: Numbers) -> tuple[int, ...]:
    """The displayed numbers of the cited sources, in order of appearance."""
    found = occurrences(clean, numbers)
    return tuple(one.number for one in found if one.nth == 1)
