"""Shorten long sources for the prompt to the sentences closest to the question."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from workbench.llm.token_budget import estimate_tokens, fair_shares, truncate
from workbench.nlp.terms import Weights, content_terms, coverage, term_set
from workbench.text import parse

_GAP = "[…]"
"""Stands for omitted text."""


@dataclass(frozen=True)
class ShortenedContent:
    """A source's content in the prompt."""

    text: str
    tokens: int
    """Estimated tokens of the whole content."""
    kept: int
    """Estimated tokens of ``text``; equals ``tokens`` if nothing was omitted."""

    @property
    def is_cut(self) -> bool:
        """True if something was omitted."""
        return self.kept < self.tokens


def shorten_all(contents: Sequence[str], most_tokens: int, question: str) -> list[ShortenedContent]:
    """Return the contents within a budget, shared fairly; short ones cede their rest to long ones.

    Args:
        contents: one for each source, in the order of their numbers.
        most_tokens: the budget of all sources together.
        question: selects the text to keep.
    """
    sizes = [estimate_tokens(text) for text in contents]
    shares = fair_shares(sizes, most_tokens)
    return [
        ShortenedContent(text, size, size) if size <= share else _short(text, size, share, question)
        for text, size, share in zip(contents, sizes, shares, strict=True)
    ]


def _short(text: str, size: int, room: int, question: str) -> ShortenedContent:
    units = tuple(_units(text))
    chosen = _chosen(text, units, room, question)
    kept = "".join(_with_gaps(text, units, chosen)) if chosen else truncate(text, room)
    return ShortenedContent(kept, size, min(estimate_tokens(kept), size - 1))


class _Unit(NamedTuple):
    start: int
    end: int
    is_header: bool = False
    """True for a table's header with its delimiter row."""


def _units(text: str) -> Iterator[_Unit]:
    """Yield the units to keep or omit: sentences, headings, table rows, a header with its rule."""
    blocks = parse(text).blocks
    for block, after in zip_longest(blocks, blocks[1:]):
        if block.kind == "rule":
            continue
        if block.kind in ("row", "heading"):
            last = after if block.is_head and after else block
            yield _Unit(block.line_start, last.lines[1], block.is_head)
            continue
        for sentence in block.sentences:
            is_first = sentence.start == block.start
            yield _Unit(block.line_start if is_first else sentence.start, sentence.end)


def _chosen(text: str, units: Sequence[_Unit], room: int, question: str) -> list[int]:
    """Return the most relevant units that fit, in the order of the text."""
    chosen: list[int] = []
    for place in _by_worth(text, units, question):
        room -= estimate_tokens(text[units[place].start : units[place].end]) + 2
        if room < 0:
            break
        chosen.append(place)
    return sorted(chosen)


def _by_worth(text: str, units: Sequence[_Unit], question: str) -> list[int]:
    """Rank table headers first, then units by their coverage of the question, then by position."""
    texts = [text[unit.start : unit.end] for unit in units]
    asked, weights = content_terms(question), Weights(texts)
    worth = [
        2.0 if unit.is_header else coverage(asked, term_set(words), weights)
        for unit, words in zip(units, texts, strict=True)
    ]
    return sorted(range(len(units)), key=lambda place: -worth[place])


def _with_gaps(text: str, units: Sequence[_Unit], chosen: Sequence[int]) -> Iterator[str]:
    """Yield the chosen units with a gap mark for text omitted between them."""
    before = -1
    for place in chosen:
        joint = _joint(text, units[place])
        if place > before + 1:
            yield f"{joint if before >= 0 else ''}{_GAP}{joint}"
        elif place:
            yield text[units[before].end : units[place].start]
        yield text[units[place].start : units[place].end]
        before = place
    if before < len(units) - 1:
        yield f"{_joint(text, units[before + 1])}{_GAP}"


def _joint(text: str, unit: _Unit) -> str:
    """Return the separator before a unit: a line break or a space."""
    return "\n" if text[unit.start - 1 : unit.start] in ("", "\n") else " "
