"""Divide each statement of the evidence into parts, each with what belongs to it alone.

"The excess is $90 for adults and $45 for children" has two parts; a table row has one for each of
its cells. What is said of one part is not said of another.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from workbench.nlp.grammar import in_word_list
from workbench.nlp.quantities import Quantity, are_pair, dates, quantities
from workbench.nlp.terms import Term, contains, term_set
from workbench.nlp.tokens import tokens
from workbench.text.clauses import label_of

# Ends a part: ". ", ", ", "; ", " (", " — ". A comma inside a number («0,71») does not.
_PAUSE = re.compile(r"[.!?]\s+(?=[A-ZА-ЯЁ])|\s*[,;()]\s+|\s+[(–—-]\s*|\)")
# "$5,000 (each person)", "of 12 months, is not paid." at the end of a text.
_CLOSED = re.compile(r"(\([^()]*\);?|[.!?])$")
LENT = 0.8
"""Weight of the words of the first part for the parts after it: "The excess is" above."""
_AROUND = 0.8
"""Weight of the words of titles and headings, which hold for all statements below them."""


@dataclass(frozen=True)
class Part:
    """A stretch of a statement with the words that it has of its own, and those lent to it."""

    text: str
    own: frozenset[str]
    around: frozenset[str]
    lent: frozenset[str] = frozenset()

    @property
    def quantities(self) -> tuple[Quantity, ...]:
        """The quantities of the part."""
        return quantities(self.text)

    def weight(self, term: Term) -> float:
        """Return how far the part has a word: 1 for its own, less for one lent to it."""
        if contains(term, self.own):
            return 1.0
        if contains(term, self.around):
            return _AROUND
        return LENT if contains(term, self.lent) else 0.0


@dataclass(frozen=True)
class PartedStatement:
    """One statement of the evidence in parts, with the words around it that hold for all."""

    text: str
    around: str
    """Title, headings and the names that a pronoun in the statement refers to."""
    cells: tuple[tuple[str, str], ...] = ()
    """The column label and the value of each cell of a table row."""

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the statement and of what is around it."""
        cells = " ".join(f"{label} {value}" for label, value in self.cells)
        return term_set(f"{self.text} {cells}") | term_set(self.around)

    @property
    def subject(self) -> str:
        """The first cell of a table row, which the others are about; empty for a sentence."""
        return ": ".join(self.cells[0]) if len(self.cells) > 1 else ""

    @cached_property
    def labels(self) -> frozenset[str]:
        """The words of the labels that hold for all parts of a list in a line.

        "Injury" of "Injury: Basic 40; Plus 60".
        """
        first, *rest = self.text.split("; ")
        return term_set(label_of(first, rest[0])) if rest else frozenset()

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The statement's parts; a statement with at most one quantity has one."""
        return tuple(self._cells() if len(self.cells) > 1 else self._clauses())

    def _cells(self) -> Iterator[Part]:
        """Yield a part for each cell after the first; all have the words of the row's values.

        A title with the label of one column («НС-40») says nothing of the others.
        """
        values = " ".join(value for _, value in self.cells if not quantities(value))
        label, subject = self.cells[0]
        row = term_set(f"{label} {subject} {values}")
        labels = term_set(" ".join(label for label, _ in self.cells[1:]))
        around = term_set(self.around) - labels
        for label, value in self.cells[1:]:
            text = f"{label}: {value}"
            yield Part(text, row | term_set(text), around)

    def _clauses(self) -> Iterator[Part]:
        around = term_set(self.around)
        spans = split_parts(self.text)
        first = self.text[: spans[0][1]]
        for at, (start, end) in enumerate(spans):
            text = self.text[start:end]
            lent = term_set(first) if at else frozenset()
            yield Part(text, term_set(text) | self.labels, around, lent)


@lru_cache(maxsize=20_000)
def split_parts(text: str) -> tuple[tuple[int, int], ...]:
    """Return the offsets of a sentence's parts, each with a quantity or a date; at least one.

    A date before a number is of one part with it: "In June 2022, the fee rose to $15".
    """
    counted = [one.start for one in quantities(text) if not one.is_implied]
    dated = [one.start for one in dates(text)]
    spans: list[tuple[int, int]] = []
    for span in split_at(text, [*counted, *dated]):
        is_number = _has(span, counted) and not _has(span, dated)
        if spans and is_number and not _has(spans[-1], counted):
            spans[-1] = (spans[-1][0], span[1])
        else:
            spans.append(span)
    return tuple(spans)


def _has(span: tuple[int, int], places: Sequence[int]) -> bool:
    return any(span[0] <= one < span[1] for one in places)


def split_at(text: str, anchors: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return the offsets of a sentence's parts, each with an anchor; at least one.

    A stretch without an anchor belongs to the part after it; the last one, one in brackets, and one
    that ends a sentence belong to the part before it.
    """
    starts = [0, *sorted(_joints(text)), len(text)]
    spans: list[tuple[int, int]] = []
    begin = 0
    for start, end in pairwise(starts):
        if any(start <= place < end for place in anchors):
            spans.append((begin, end))
            begin = end
        elif spans and _CLOSED.search(text[:end].rstrip()):
            spans[-1] = (spans[-1][0], end)
            begin = end
    if not spans:
        return ((0, len(text)),)
    return (*spans[:-1], (spans[-1][0], len(text)))


def _joints(text: str) -> set[int]:
    """Return the places between parts: after a pause, and before a conjunction.

    None is inside a number ("four hundred and fifty") or a pair ("between 35 and 45").
    """
    pauses = {match.end() for match in _PAUSE.finditer(text) if 0 < match.end() < len(text)}
    words = tokens(text)
    conjunctions = {one.start for one in words[1:] if in_word_list(one.text, "part_conjunctions")}
    stated = [one for one in quantities(text) if not one.is_implied]
    closed = [(one.start, one.end) for one in stated]
    closed += [(a.start, b.end) for a, b in pairwise(stated) if are_pair(a, b, text)]
    closed += [(one.start, one.end) for one in dates(text)]
    return {at for at in pauses | conjunctions if not any(a < at < b for a, b in closed)}
