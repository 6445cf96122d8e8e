"""Remove repeated candidates of a search and join neighbours of the same section."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from workbench.domain.evidence import ChannelHit, Evidence, Passage, SourceRef
from workbench.retrieval.fusion import Fused
from workbench.retrieval.passages import IndexedChunk, PassageSource, WordBits

_SHORTEST_REPETITION = 8
"""Words; a longer passage may contain a shorter one by chance ("See the terms of use")."""

_SAME_WORDS = 0.8
"""Share of the words of the longer of two texts that the other has if it is a variant."""
_SHOWN_VARIANTS = 2


@dataclass(frozen=True)
class Candidate:
    """Neighbouring chunks of one document, their relevance on 0-1 and the channels' hits."""

    source: PassageSource
    chunks: tuple[IndexedChunk, ...]
    number: int
    """Index of the first chunk in its document."""
    relevance: float
    fused: tuple[Fused, ...]
    """The hits of its chunks."""

    @property
    def fused_score(self) -> float:
        """The best fused score of its chunks."""
        return max(fused.score for fused in self.fused)

    @property
    def document_id(self) -> str:
        """The id of the document, which is read only where chunks are joined."""
        return self.chunks[0].chunk.document_id

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
        if len(self.chunks) == 1:
            return self.chunks[0].chunk.text
        return self.source.document(self.document_id).text[self.start : self.end]

    @cached_property
    def meaning(self) -> str:
        """Lemmas of the content words and negations of its chunks, with spaces around each."""
        return "".join(one.words.body.meaning for one in self.chunks).replace("  ", " ")

    @cached_property
    def words(self) -> frozenset[str]:
        """The different words of ``meaning``."""
        return frozenset(self.meaning.split())

    @cached_property
    def word_bits(self) -> WordBits:
        """Those words as bits, which distinguish most texts without comparing their words."""
        one, *others = self.chunks
        return WordBits.of(self.meaning) if others else one.words.meaning_bits

    def evidence(self) -> Evidence:
        """Return the candidate as citable evidence."""
        chunk = self.chunks[0].chunk
        span = Passage(
            document_id=chunk.document_id,
            title=chunk.title,
            start=self.start,
            end=self.end,
            heading_path=chunk.heading_path,
            page=chunk.page,
            metadata=chunk.metadata,
            columns=self.chunks[0].columns,
        )
        return Evidence(
            type="passage",
            text=self.text,
            title=chunk.title,
            source=SourceRef(id=chunk.document_id, title=chunk.title),
            score=round(self.relevance, 4),
            found_by=_best_found(hit for fused in self.fused for hit in fused.found_by),
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
    bits: list[int] = []
    for candidate in candidates:
        own = candidate.word_bits.bits
        # One of two texts occurs in the other only if its words do.
        near = [
            at for at, other in enumerate(bits) if (shared := own & other) == own or shared == other
        ]
        if any(_repeats(candidate.meaning, kept[at].meaning) for at in near):
            repeated.append(candidate)
        else:
            kept.append(candidate)
            bits.append(own)
    return kept, repeated


def with_variants_last(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return candidates, best first, with what only varies the wording of two better ones last.

    The terms of six products say how to complain in the same words but for a number. Two of them
    show that the number differs; the others would leave no room for a passage of its own.
    """
    first: list[Candidate] = []
    last: list[Candidate] = []
    bits: list[int] = []
    for candidate in candidates:
        own, size, collided = candidate.word_bits
        least = _SAME_WORDS * size - collided
        near = [at for at, other in enumerate(bits) if (own & other).bit_count() >= least]
        alike = sum(_varies(candidate.words, candidates[at].words) for at in near)
        (first if alike < _SHOWN_VARIANTS else last).append(candidate)
        bits.append(own)
    return first + last


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


def _varies(one: frozenset[str], other: frozenset[str]) -> bool:
    """Return whether two texts of a sentence or more have nearly the same words."""
    shared = len(one & other)
    longest = max(len(one), len(other))
    return longest > _SHORTEST_REPETITION and shared >= _SAME_WORDS * longest


def _repeats(one: str, other: str) -> bool:
    """Return whether one of two texts contains the other and repeats it."""
    shorter, longer = sorted((one, other), key=len)
    if shorter not in longer:
        return False
    return len(one) == len(other) or shorter.count(" ") > _SHORTEST_REPETITION


def _joined(one: Candidate, other: Candidate, most_words: int) -> Candidate | None:
    """Return both as one passage; None unless adjacent, in one section and under ``most_words``."""
    if one.document_id != other.document_id:
        return None
    first, second = (one, other) if one.number <= other.number else (other, one)
    neighbours = first.number + len(first.chunks) == second.number and _same_section(first, second)
    if not neighbours or len(first.text.split()) + len(second.text.split()) > most_words:
        return None
    return replace(
        first,
        chunks=first.chunks + second.chunks,
        relevance=max(first.relevance, second.relevance),
        fused=(*one.fused, *other.fused),
    )


def _same_section(first: Candidate, second: Candidate) -> bool:
    headings = first.source.document(first.document_id).headings
    return not any(first.end <= heading.start < second.start for heading in headings)


def _best_found(found: Iterable[ChannelHit]) -> tuple[ChannelHit, ...]:
    """Return the best rank in each channel."""
    best: dict[str, ChannelHit] = {}
    for hit in found:
        known = best.get(hit.channel)
        if known is None or (hit.rank or 0) < (known.rank or 0):
            best[hit.channel] = hit
    return tuple(best.values())
