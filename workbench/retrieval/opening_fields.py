"""Add the fields that open a document which a question names: "Who wrote h11?" of its author."""

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import lru_cache

from workbench.nlp.asked_relation import relation_names
from workbench.nlp.fields import FEWEST_FIELDS, field_of
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
    has_opening = {one.document_id for one in found if one.number == 0}
    named = [one.document_id for one in found if _stems(one.chunks[0].chunk.title) <= stems]
    others = dict.fromkeys(one for one in named if one not in has_opening)
    return list(_openings(question, stems, others, source, asked))


def _openings(
    question: str,
    stems: Set[str],
    documents: Iterable[str],
    source: PassageSource,
    asked: QueryTerms,
) -> Iterator[Candidate]:
    relations = relation_names(question)
    for document_id in documents:
        opening = source.chunk(document_id, 0)
        title = _stems(opening.context)
        if not title or not title <= stems:
            continue
        lines = opening.chunk.text.splitlines()
        labels = [field.label for line in lines if (field := field_of(line)) is not None]
        is_asked = any(
            _stems(label) & (stems - title) or relation_names(label) & relations for label in labels
        )
        if len(labels) >= FEWEST_FIELDS and is_asked:
            yield _candidate(source, opening, asked)


@lru_cache(maxsize=256)
def _stems(text: str) -> frozenset[str]:
    return frozenset(one.stem for one in analyse(text).terms)


def _candidate(source: PassageSource, opening: IndexedChunk, asked: QueryTerms) -> Candidate:
    (relevance,) = asked.relevances([opening.words])
    fused = Fused(opening.chunk.id, 0.0, ((CHANNEL, 0, 0.0),))
    return Candidate(source, (opening,), 0, relevance, (fused,))
