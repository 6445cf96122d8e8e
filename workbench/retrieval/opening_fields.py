"""Add the fields that open a document which a question names: "Who wrote h11?" of its author."""

from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from functools import lru_cache
from itertools import islice, takewhile

from workbench.nlp.fields import FEWEST_FIELDS, field_of
from workbench.nlp.relation_lexicon import relation_names
from workbench.retrieval.analysis import analyse
from workbench.retrieval.fusion import Fused
from workbench.retrieval.passages import IndexedChunk, PassageSource
from workbench.retrieval.relevance import QueryTerms
from workbench.retrieval.result_passages import Candidate

CHANNEL = "fields"
"""The channel of a passage that was added, not found."""


def opening_fields(
    question: str, found: Sequence[Candidate], source: PassageSource, asked: QueryTerms
) -> list[Candidate]:
    """Return the opening passages of found documents whose fields may have what is asked.

    The document's title has to be in the question, and the label of a field has to share a word or
    a relation with it: "wrote" with "Author".

    Args:
        question: the question.
        found: the passages that a search returns for it.
        source: the documents.
        asked: the words of the question.
    """
    stems = {one.stem for one in asked.weights}
    known = {(one.document_id, one.number) for one in found}
    named = [one.document_id for one in found if _stems(one.chunks[0].chunk.title) <= stems]
    return list(_openings(question, stems, dict.fromkeys(named), source, asked, known))


def _openings(
    question: str,
    stems: Set[str],
    documents: Iterable[str],
    source: PassageSource,
    asked: QueryTerms,
    known: Collection[tuple[str, int]],
) -> Iterator[Candidate]:
    relations = relation_names(question)
    for document_id in documents:
        for number, opening in enumerate(_forms(document_id, source)):
            title = _stems(opening.context)
            if not title or not title <= stems:
                break
            is_asked = any(
                _stems(label) & (stems - title) or relation_names(label) & relations
                for label in _labels(opening.chunk.text)
            )
            if is_asked and (document_id, number) not in known:
                yield _candidate(source, opening, number, asked)


def _forms(document_id: str, source: PassageSource) -> Iterator[IndexedChunk]:
    """Yield the passages of fields that open a document; mostly it is one, or none."""
    first = source.chunk(document_id, 0)
    if _labels(first.chunk.text):
        yield first
        later = islice(source.chunks(document_id), 1, None)
        yield from takewhile(lambda one: bool(_labels(one.chunk.text)), later)


def _labels(text: str) -> list[str]:
    """Return the labels of a passage of fields, by its first lines; none of another passage."""
    found = [field_of(line) for line in text.splitlines() if not line.startswith((" ", "\t"))]
    opening = list(takewhile(bool, found))
    return [field.label for field in opening if field] if len(opening) >= FEWEST_FIELDS else []


@lru_cache(maxsize=4096)
def _stems(text: str) -> frozenset[str]:
    return frozenset(one.stem for one in analyse(text).terms)


def _candidate(
    source: PassageSource, opening: IndexedChunk, number: int, asked: QueryTerms
) -> Candidate:
    (relevance,) = asked.relevances([opening.words])
    fused = Fused(opening.chunk.id, 0.0, ((CHANNEL, 0, 0.0),))
    return Candidate(source, (opening,), number, relevance, (fused,))
