"""Resolve citation markers to evidence, the citing sentence and a supporting quote."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from workbench.domain.answer import Citation, Rendered
from workbench.domain.documents import Document
from workbench.domain.evidence import Evidence, FactsPayload, Passage, Quote
from workbench.domain.local_text import all_texts
from workbench.extractive.sentence_selection import best_support
from workbench.nlp.terms import term_set
from workbench.text import Text
from workbench.text.citation_marks import Marker, Unmarked, without_markers, without_unknown
from workbench.text.cited_cells import cited_cells
from workbench.workspace.load import Workspace


class CitationResult(NamedTuple):
    """An answer with its citations; positions refer to ``marked``, which has known markers only."""

    text: str
    citations: tuple[Citation, ...]
    dropped: tuple[int, ...]
    marked: str


def cite(
    marked: Text,
    rendered: Rendered,
    facts: FactsPayload,
    documents: Mapping[str, Document] | None = None,
) -> CitationResult:
    """Resolve the markers of an answer.

    Args:
        marked: the text as written, with ``[Source N]``.
        rendered: its ``sources`` map each number to an evidence id.
        facts: the evidence.
        documents: to locate quotes in; without the document, the passage's own text is quoted.
    """
    count = len(rendered.sources)
    known, dropped = without_unknown(marked, lambda number: 1 <= number <= count)
    clean = without_markers(known)
    evidence = facts.evidence_by_id()
    quotes: dict[tuple[str, str], Quote | None] = {}
    citations = []
    for mark in clean.markers:
        item = evidence.get(rendered.sources[mark.number - 1])
        if item is not None:
            sentence = statement_at(clean, mark.at)
            # An answer that loops cites one sentence a thousand times.
            if (item.id, sentence) not in quotes:
                quotes[item.id, sentence] = quote_of(item, sentence, documents or {})
            citations.append(_citation(mark, item, sentence, quotes[item.id, sentence]))
    return CitationResult(clean.text, tuple(citations), dropped, known)


def used_sources(
    clean: Unmarked, rendered: Rendered, facts: FactsPayload, workspace: Workspace | None = None
) -> tuple[str, ...]:
    """Return the ids of evidence that the answer cites or names (docs/formulas.md).

    A fact is named by its entity, a passage by the entity that owns its document.
    """
    numbers = {mark.number for mark in clean.markers}
    words = term_set(clean.text)
    evidence = facts.evidence_by_id()
    return tuple(
        source
        for number, source in enumerate(rendered.sources, start=1)
        if number in numbers
        or any(
            _is_named(name, clean.text, words) for name in _names(evidence.get(source), workspace)
        )
    )


def _citation(mark: Marker, item: Evidence, sentence: str, quote: Quote | None) -> Citation:
    return Citation(
        source_index=mark.number - 1,
        evidence_id=item.id,
        chunk_id=item.id,
        quoted_text=sentence,
        quote=quote,
        start_pos=mark.start,
        end_pos=mark.end,
    )


def statement_at(answer: Unmarked, at: int) -> str:
    """Return the cell that a marker cites, with its labels, or the sentence; see `sentence_at`."""
    cell = cited_cells(answer).at(at)
    if cell is None:
        return sentence_at(answer.parsed, at)
    return f"{cell.labels.about} {answer.text[cell.span.start : cell.span.end]}"


def sentence_at(text: Text, at: int) -> str:
    """Return the sentence around or before a marker at ``at``; else the first one after it."""
    if not text.sentences:
        return text.source.strip()
    before = bisect_left(text.sentences, at, key=lambda sentence: sentence.start)
    holding = text.sentences[max(before - 1, 0)]
    return text.source[holding.start : holding.end].strip()


def quote_of(item: Evidence, sentence: str, documents: Mapping[str, Document]) -> Quote | None:
    """Quote a graph fact's source words, or the passage's best supporting sentence.

    Args:
        item: the evidence that a sentence of an answer cites.
        sentence: the sentence to support.
        documents: to locate quotes in; without the document, the passage's own text is quoted.
    """
    if item.rows is not None:  # quoted as it was indexed; a large table is not opened for it
        return item.quote
    if item.span is None:
        return _located(item.quote, documents) if item.quote else None
    raw = _raw_passage(item, item.span, documents)
    if raw is None:
        return None
    found = best_support(sentence, raw)
    start, end = (found.start, found.end) if found else _trimmed(raw)
    return Quote(
        document_id=item.span.document_id,
        text=raw[start:end],
        start=item.span.start + start,
        end=item.span.start + end,
        title=item.span.title,
        heading_path=item.span.heading_path,
    )


def _located(quote: Quote, documents: Mapping[str, Document]) -> Quote:
    """Return the quote with the document's wording, title and headings."""
    document = documents.get(quote.document_id)
    if document is None:
        return quote
    return quote.model_copy(
        update={
            "text": document.text[quote.start : quote.end],
            "title": document.title,
            "heading_path": document.heading_path(quote.start),
        }
    )


def _raw_passage(item: Evidence, span: Passage, documents: Mapping[str, Document]) -> str | None:
    """Return the passage's text from the document, else its own text if the offsets match."""
    document = documents.get(span.document_id)
    if document is not None:
        return document.text[span.start : span.end]
    return item.text if item.text and len(item.text) == span.end - span.start else None


def _trimmed(text: str) -> tuple[int, int]:
    start = len(text) - len(text.lstrip())
    return start, max(start, len(text.rstrip()))


def _names(item: Evidence | None, workspace: Workspace | None) -> Iterator[str]:
    if item is None:
        return
    if item.source is not None and item.source.title:
        yield item.source.title
    if item.span is not None and workspace is not None:
        for owner in workspace.owners(item.span.metadata):
            yield from all_texts(owner.name)


def _is_named(name: str, text: str, words: frozenset[str]) -> bool:
    exact = re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE) is not None
    return exact or (bool(term_set(name)) and term_set(name) <= words)
