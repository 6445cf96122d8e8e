"""Remove repeated candidates of a search and join neighbours of the same section."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from workbench.domain.documents import Chunk, Document
from workbench.domain.evidence import ChannelHit, Evidence, Passage, SourceRef
from workbench.retrieval.analysis import meaning_key
from workbench.retrieval.passages import IndexedChunk

_SHORTEST_REPETITION = 8
"""Words; a longer passage may contain a shorter one by chance ("See the terms of use")."""


@dataclass(frozen=True)
class Candidate:
    """Neighbouring chunks of one document, their relevance on 0-1 and the channels' hits."""

    document: Document
    chunks: tuple[IndexedChunk, ...]
    number: int
    """Index of the first chunk in its document."""
    relevance: float
    found_by: tuple[ChannelHit, ...]

    @property
    def start(self) -> int:
        """Start offset in the document's text."""
        return self.chunks[0].chunk.start

    @property
    def end(self) -> int:
        """End offset in the document's text, exclusive."""
        return self.chunks[-1].chunk.end

    @property
    def text(self) -> str:
        """The document's text from start to end, boilerplate between chunks included."""
        return self.document.text[self.start : self.end]

    @cached_property
    def meaning(self) -> tuple[str, ...]:
        """Lemmas of the content words and negations of its chunks, in order."""
        return tuple(word for indexed in self.chunks for word in meaning_key(indexed.body))

    def evidence(self) -> Evidence:
        """Return the candidate as citable evidence."""
        chunk = self.chunks[0].chunk
        span = Passage(
            document_id=self.document.id,
            title=self.document.title,
            start=self.start,
            end=self.end,
            heading_path=chunk.heading_path,
            page=chunk.page,
            metadata=self.document.metadata,
        )
        return Evidence(
            type="passage",
            text=self.text,
            title=self.document.title,
            source=SourceRef(id=self.document.id, title=self.document.title),
            score=round(self.relevance, 4),
            found_by=self.found_by,
            span=span,
        )


def without_repetitions(
    candidates: Iterable[Candidate],
) -> tuple[list[Candidate], list[Candidate]]:
    """Split candidates, best first, into those to keep and repetitions of better ones.

    Passages that differ in a number, a name or a negation are never repetitions: two documents that
    contradict each other are both kept.
    """
    kept: list[Candidate] = []
    repeated: list[Candidate] = []
    for candidate in candidates:
        repeats = any(_repeats(candidate.meaning, other.meaning) for other in kept)
        (repeated if repeats else kept).append(candidate)
    return kept, repeated


def with_neighbours_joined(
    candidates: Iterable[Candidate], *, top_k: int, most_words: int
) -> list[Candidate]:
    """Return the first ``top_k`` candidates, neighbouring chunks of one section joined."""
    joined: list[Candidate] = []
    for candidate in candidates:
        for place, other in enumerate(joined):
            if (pair := _joined(other, candidate, most_words)) is not None:
                joined[place] = pair
                break
        else:
            if len(joined) == top_k:
                break
            joined.append(candidate)
    return joined


def _repeats(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return True if both are equal, or if one contains the other word for word."""
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) < _SHORTEST_REPETITION or len(shorter) == len(longer):
        return shorter == longer
    if not set(shorter) <= set(longer):
        return False
    starts = range(len(longer) - len(shorter) + 1)
    return any(longer[start : start + len(shorter)] == shorter for start in starts)


def _joined(one: Candidate, other: Candidate, most_words: int) -> Candidate | None:
    """Return both as one passage; None unless adjacent, in one section and under ``most_words``."""
    first, second = sorted((one, other), key=lambda candidate: candidate.number)
    neighbours = (
        first.document.id == second.document.id
        and first.number + len(first.chunks) == second.number
        and _same_section(first.document, first.chunks[-1].chunk, second.chunks[0].chunk)
    )
    if not neighbours or len(first.text.split()) + len(second.text.split()) > most_words:
        return None
    return replace(
        first,
        chunks=first.chunks + second.chunks,
        relevance=max(first.relevance, second.relevance),
        found_by=_best_found((*one.found_by, *other.found_by)),
    )


def _same_section(document: Document, first: Chunk, second: Chunk) -> bool:
    return not any(first.end <= heading.start < second.start for heading in document.headings)


def _best_found(found: Iterable[ChannelHit]) -> tuple[ChannelHit, ...]:
    """Return the best rank in each channel."""
    best: dict[str, ChannelHit] = {}
    for hit in found:
        known = best.get(hit.channel)
        if known is None or (hit.rank or 0) < (known.rank or 0):
            best[hit.channel] = hit
    return tuple(best.values())
