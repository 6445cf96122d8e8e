"""Complete a list that is spread over sections: add those beside the ones that a search found."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from workbench.nlp.question_type import read_question
from workbench.retrieval.analysis import analyse
from workbench.retrieval.fusion import Fused
from workbench.retrieval.passages import IndexedChunk, PassageSource
from workbench.retrieval.relevance import QueryTerms
from workbench.retrieval.result_passages import Candidate

CHANNEL = "sections"
"""The channel of a passage that was added, not found."""
_FEWEST_FOUND = 2
"""Sections below one heading that a search found, the text above them counted, for a list."""
_MOST_SECTIONS = 8
"""Sections below one heading that are read as a list."""

_Headings = tuple[str, ...]
_Place = tuple[str, _Headings]
"""A document's id and the headings above a section of it, with its own."""


def sibling_sections(
    question: str, found: Sequence[Candidate], source: PassageSource, asked: QueryTerms
) -> list[Candidate]:
    """Return the first passages of the sections that complete a list; none for other questions.

    "What types of schedule are there?" finds three of the five sections below "Types of schedule":
    the words of the question are in the heading above, and none in the sections themselves.

    Args:
        question: the question.
        found: the passages that a search returns for it.
        source: the documents.
        asked: the words of the question.
    """
    if not read_question(question).wants_list:
        return []
    paths = [_path(one) for one in found]
    below: dict[_Place, set[_Headings]] = defaultdict(set)
    for document_id, path in paths:
        for above in (path, path[:-1]):
            below[document_id, above].add(path)
    for (document_id, above), own in below.items():
        if len(own) < _FEWEST_FOUND or not above or not _names(asked, above[-1]):
            continue
        sections = dict(_sections(source.chunks(document_id), above))
        if len(sections) <= _MOST_SECTIONS:
            missing = (place for path, place in sections.items() if path not in own)
            return [_candidate(source, number, chunk, asked) for number, chunk in missing]
    return []


def _path(one: Candidate) -> _Place:
    chunk = one.chunks[0].chunk
    return chunk.document_id, chunk.heading_path


def _names(asked: QueryTerms, heading: str) -> bool:
    """Whether a heading has a word of the question."""
    stems = {one.stem for one in analyse(heading).terms}
    return any(one.stem in stems for one in asked.weights)


def _sections(
    chunks: Sequence[IndexedChunk], above: _Headings
) -> Iterator[tuple[_Headings, tuple[int, IndexedChunk]]]:
    """Yield the path of each section below a heading, with its first chunk and its number."""
    seen: set[_Headings] = set()
    for number, one in enumerate(chunks):
        path = one.chunk.heading_path
        if path[:-1] == above and path not in seen:
            seen.add(path)
            yield path, (number, one)


def _candidate(
    source: PassageSource, number: int, chunk: IndexedChunk, asked: QueryTerms
) -> Candidate:
    (relevance,) = asked.relevances([chunk.words])
    fused = Fused(chunk.chunk.id, 0.0, ((CHANNEL, 0, 0.0),))
    return Candidate(source, (chunk,), number, relevance, (fused,))
